import { Check, Choice, Field } from '../../parts/fields.tsx';
import { Card, Fold } from '../../parts/page.tsx';
import { defaultChunkConfig, type MetadataRow, type Options } from './options.ts';
import './ingest.css';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { Form, type FormField, FormFields } from '../../parts/form.tsx';
import { valueFault, valueKinds } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { nextId } from '../../parts/next-id.ts';
import { useSubmission } from '../../use-submission.ts';

interface RowProps {
  readonly row: MetadataRow;
  readonly onChange: (row: MetadataRow) => void;
  readonly onRemove: () => void;
}

const Row = ({ row, onChange, onRemove }: RowProps) => (
  <div className="metadata-row">
    <Field label="Name" value={row.name} onChange={(name) => onChange({ ...row, name })} placeholder="team" />
    <Choice
      label="Type"
      value={row.kind}
      options={valueKinds}
      onChange={(kind) => onChange({ ...row, kind })}
    />
    <Field
      label="Value"
      value={row.text}
      onChange={(text) => onChange({ ...row, text })}
      placeholder={row.kind === 'list' ? 'one, another' : ''}
      error={row.text === '' ? undefined : valueFault(row.kind, row.text)}
    />
    <Button look="quiet" isIcon aria-label={`Remove ${row.name || 'this field'}`} onPress={onRemove}>
      <Icon name="close" />
    </Button>
  </div>
);

interface MetadataRowsProps {
  readonly rows: readonly MetadataRow[];
  readonly onChange: (rows: readonly MetadataRow[]) => void;
}

/** Rows of inputs for metadata: name, type and value. */
function MetadataRows({ rows, onChange }: MetadataRowsProps) {
  const add = () => onChange([...rows, { id: nextId(rows), name: '', kind: 'text', text: '' }]);
  return (
    <fieldset className="metadata-rows">
      <legend className="field-label">Metadata</legend>
      <p className="field-hint">Your own fields, by which lists and searches can be filtered.</p>
      {rows.map((row, index) => (
        <Row
          key={row.id}
          row={row}
          onChange={(changed) => onChange(rows.with(index, changed))}
          onRemove={() => onChange(rows.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button onPress={add}>
          <Icon name="plus" />
          Add field
        </Button>
      </div>
    </fieldset>
  );
}

/** Options that are shown for some sources only. */
type OptionalSetting = 'files' | 'frequency' | 'selectors' | 'replaces';

interface OptionsFoldProps {
  readonly options: Options;
  readonly onChange: (options: Options) => void;
  readonly has: readonly OptionalSetting[];
}

const frequencies = [
  { value: 'NEVER', label: 'Never' },
  { value: 'DAILY', label: 'Daily' },
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'MONTHLY', label: 'Monthly' },
] as const;

const chunkFields: readonly FormField[] = [
  {
    name: 'chunkSize',
    label: 'Chunk size (tokens)',
    isNumber: true,
    placeholder: String(defaultChunkConfig.chunkSize),
    hint: 'Smaller chunks match more precisely; larger ones have more context. No chunk is longer than its model reads: 220 tokens with all-minilm-l6-v2.',
  },
  {
    name: 'chunkOverlap',
    label: 'Chunk overlap (tokens)',
    isNumber: true,
    placeholder: String(defaultChunkConfig.chunkOverlap),
  },
];

const selectors = { rows: 2, hint: 'CSS selectors, one per line' };

const selectorFields: readonly FormField[] = [
  { name: 'include', label: 'Include only these elements', placeholder: 'main', ...selectors },
  { name: 'exclude', label: 'Exclude these elements', placeholder: '.cookie-banner', ...selectors },
];

/** Section with the advanced options of an ingestion. */
export const OptionsFold = ({ options, onChange, has }: OptionsFoldProps) => (
  <Fold title="Metadata and settings">
    <MetadataRows rows={options.metadata} onChange={(metadata) => onChange({ ...options, metadata })} />
    <div className="options-pair">
      <FormFields fields={chunkFields} values={options} onChange={onChange} />
      {has.includes('selectors') && (
        <FormFields fields={selectorFields} values={options} onChange={onChange} />
      )}
    </div>
    {has.includes('frequency') && (
      <Choice
        label="Schedule"
        value={options.frequency}
        options={frequencies}
        onChange={(frequency) => onChange({ ...options, frequency })}
      />
    )}
    {has.includes('files') && (
      <Check
        isOn={options.readsScans}
        onChange={(readsScans) => onChange({ ...options, readsScans })}
        hint="Uses OCR for PDF pages that are pictures. It takes longer."
      >
        Read scanned pages (OCR)
      </Check>
    )}
    {has.includes('files') && (
      <Check
        isOn={options.keepsWholePages}
        onChange={(keepsWholePages) => onChange({ ...options, keepsWholePages })}
        hint="Otherwise menus, related links and the like are left out."
      >
        Read all of HTML files
      </Check>
    )}
    {has.includes('replaces') && (
      <Check
        isOn={options.replaces}
        onChange={(replaces) => onChange({ ...options, replaces })}
        hint="Otherwise a changed file becomes another document."
      >
        A file replaces the document that was ingested from the same path
      </Check>
    )}
  </Fold>
);

interface SourceFormProps {
  readonly namespaceId: string;
  /** Label of the submit button. */
  readonly action: string;
  readonly canSend: boolean;
  readonly send: () => Promise<{ readonly ingestJobRunId: string }>;
  /** Called after the request was accepted: the draft is no longer needed. */
  readonly onSent: () => void;
  /** Content beside the submit button. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Form of a source: submitting it starts an ingestion and opens its run. */
export function SourceForm(props: SourceFormProps) {
  const { namespaceId, action, canSend, send, onSent, aside, children } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useSubmission({
    mutationFn: send,
    onSuccess({ ingestJobRunId: runId }) {
      onSent();
      void queries.invalidateQueries({ queryKey: ['runs', namespaceId] });
      void navigate({ to: '/n/$namespaceId/runs/$runId', params: { namespaceId, runId } });
    },
  });
  return (
    <Card>
      <Form
        action={action}
        isPending={isPending}
        error={error}
        aside={aside}
        isDisabled={!canSend}
        onSubmit={() => mutate()}
      >
        {children}
      </Form>
    </Card>
  );
}
