import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { nextId } from '../../parts/next-id.ts';
import { conditions, type FilterRow, filterOf, needsNoValue, rowsOf } from './filter.ts';
import type { SearchSettings } from './settings.ts';

interface RowProps {
  readonly row: FilterRow;
  readonly onChange: (row: FilterRow) => void;
  readonly onRemove: () => void;
}

const Row = ({ row, onChange, onRemove }: RowProps) => (
  <div className="filter-row">
    <Field
      label="Field"
      value={row.name}
      onChange={(name) => onChange({ ...row, name })}
      placeholder="team"
    />
    <Choice
      label="Condition"
      value={row.condition}
      options={conditions}
      onChange={(condition) => onChange({ ...row, condition })}
    />
    {needsNoValue(row.condition) ? (
      <span />
    ) : (
      <Field
        label="Value"
        value={row.text}
        onChange={(text) => onChange({ ...row, text })}
        placeholder={row.condition === 'in' ? 'one, another' : ''}
      />
    )}
    <Button
      look="quiet"
      isIcon
      aria-label={`Remove the condition on ${row.name || 'this field'}`}
      onPress={onRemove}
    >
      <Icon name="close" />
    </Button>
  </div>
);

interface KeptRow extends FilterRow {
  readonly id: number;
}

interface FilterRowsProps {
  readonly filter: SearchSettings['filter'];
  readonly onChange: (filter: SearchSettings['filter']) => void;
}

/** Rows of conditions on metadata. `onChange` receives the filter that they form. */
export function FilterRows({ filter, onChange }: FilterRowsProps) {
  const [rows, setRows] = useState<readonly KeptRow[]>(() =>
    rowsOf(filter).map((row, id) => ({ ...row, id })),
  );
  function change(next: readonly KeptRow[]) {
    setRows(next);
    onChange(filterOf(next));
  }
  return (
    <div className="stack">
      {rows.map((row, index) => (
        <Row
          key={row.id}
          row={row}
          onChange={(changed) => change(rows.with(index, { ...changed, id: row.id }))}
          onRemove={() => change(rows.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button onPress={() => change([...rows, { id: nextId(rows), name: '', condition: 'is', text: '' }])}>
          <Icon name="plus" />
          Add condition
        </Button>
      </div>
      {filter && <CodeBlock label="the filter" text={JSON.stringify(filter, null, 2)} />}
    </div>
  );
}
