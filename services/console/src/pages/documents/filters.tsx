import { wordsOf } from '../../parts/badge.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { useSearchText } from '../../use-search-text.ts';

const statuses = [
  'BACKLOG',
  'QUEUED',
  'QUEUED_FOR_RESYNC',
  'QUEUED_FOR_UPDATE',
  'QUEUED_FOR_DELETION',
  'PROCESSING',
  'SUCCESS',
  'FAILED',
  'CANCELLED',
] as const;
const sources = [
  'TEXT',
  'LOCAL_FILE',
  'URLS_LIST',
  'SITEMAP',
  'WEBSITE',
  'YOUTUBE',
  'NOTION',
  'GOOGLE_DRIVE',
  'DROPBOX',
  'ONEDRIVE',
  'SHAREPOINT',
  'BOX',
  'CONFLUENCE',
] as const;

const all = 'ALL';
const optionsOf = (values: readonly string[], every: string) => [
  { value: all, label: every },
  ...values.map((value) => ({ value, label: wordsOf(value) })),
];
const statusOptions = optionsOf(statuses, 'Every status');
const sourceOptions = optionsOf(sources, 'Every source');

/** One filter that stands in the address. */
function Filter({
  name,
  label,
  options,
}: {
  readonly name: string;
  readonly label: string;
  readonly options: ReturnType<typeof optionsOf>;
}) {
  const [value, setValue] = useSearchText(name);
  return (
    <Choice
      label={label}
      hidesLabel
      value={value || all}
      options={options}
      onChange={(chosen) => setValue(chosen === all ? '' : chosen)}
    />
  );
}

interface FiltersProps {
  readonly metadata: string;
  readonly onMetadata: (text: string) => void;
  readonly isMetadataGood: boolean;
}

/** What narrows the list of documents. */
export const Filters = ({ metadata, onMetadata, isMetadataGood }: FiltersProps) => (
  <search className="filters">
    <Filter name="status" label="Status" options={statusOptions} />
    <Filter name="source" label="Source" options={sourceOptions} />
    <Field
      label="Metadata"
      hidesLabel
      value={metadata}
      onChange={onMetadata}
      placeholder="Metadata: team=people"
      error={isMetadataGood ? undefined : 'name=value, more with a comma between'}
    />
  </search>
);
