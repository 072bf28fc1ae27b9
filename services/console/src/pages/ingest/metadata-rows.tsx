import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { nextId } from '../../parts/next-id.ts';
import { valueFault, valueKinds } from '../../parts/typed-value.ts';
import type { MetadataRow } from './options.ts';
import './options.css';

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
export function MetadataRows({ rows, onChange }: MetadataRowsProps) {
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
