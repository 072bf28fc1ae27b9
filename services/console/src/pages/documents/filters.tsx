import { documentStatuses, ingestionSources } from '@docfleet/sdk';
import { Field } from '../../parts/field.tsx';
import { Filter } from '../../parts/filter.tsx';

/** All sources of documents. */
const sources = ingestionSources.filter((source) => source !== 'REEMBEDDING');

interface FiltersProps {
  readonly name: string;
  readonly onName: (text: string) => void;
  readonly metadata: string;
  readonly onMetadata: (text: string) => void;
  readonly isMetadataGood: boolean;
}

/** The filters of the list of documents. */
export const Filters = ({ name, onName, metadata, onMetadata, isMetadataGood }: FiltersProps) => (
  <search className="filters">
    <Field label="Name" hidesLabel value={name} onChange={onName} placeholder="Name begins with …" />
    <Filter name="status" label="Status" every="Every status" values={documentStatuses} />
    <Filter name="source" label="Source" every="Every source" values={sources} />
    <Field
      label="Metadata"
      hidesLabel
      value={metadata}
      onChange={onMetadata}
      placeholder="Metadata: team=people"
      error={isMetadataGood ? undefined : 'Use name=value, separated by commas'}
    />
  </search>
);
