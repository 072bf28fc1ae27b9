import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { RowBox, type Selection } from './table-selection.tsx';
import { useWindow } from './use-window.ts';
import './table.css';

/** A column; `importance` 2 is left out on tablets, 3 and 2 on phones are both. */
export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** As CSS has it; the rest is shared among those without. */
  readonly width?: string;
  readonly align?: 'end';
  /** From which width of the page on it is shown; unset: always. */
  readonly from?: 'tablet' | 'desktop';
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What a row is called, for the box that selects it. */
  readonly nameOf?: (row: Row) => string;
  readonly selection?: Selection;
  /** Asked when the end comes into sight. */
  readonly onEnd?: (() => void) | undefined;
}

const rowHeight = 44;

/** Up and down go from row to row, to what can be pressed in it. */
function moveAlongRows(event: KeyboardEvent<HTMLElement>): void {
  const direction = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  const towards = direction[event.key as keyof typeof direction];
  const row = (event.target as HTMLElement).closest('tr');
  const next = towards && row?.[towards]?.querySelector<HTMLElement>('a, button');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Rows of one height, of which only those in sight are in the page: ten thousand are as quick as ten. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, selection, onEnd } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, last } = useWindow(body, rows.length, rowHeight);
  const isAtEnd = last >= rows.length;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);
  const span = columns.length + (selection ? 1 : 0);
  return (
    <table className="table" aria-label={label} aria-rowcount={rows.length + 1}>
      <TableHead {...props} />
      <tbody ref={body} onKeyDown={moveAlongRows}>
        <Gap height={first * rowHeight} span={span} />
        {rows.slice(first, last).map((row, index) => (
          <TableRow key={keyOf(row)} {...props} row={row} index={first + index} />
        ))}
        <Gap height={(rows.length - last) * rowHeight} span={span} />
      </tbody>
    </table>
  );
}

/** Stands for the rows that are out of sight. */
const Gap = ({ height, span }: { readonly height: number; readonly span: number }) =>
  height > 0 && (
    <tr>
      <td className="table-gap" colSpan={span} style={{ height }} />
    </tr>
  );

const classOf = <Row,>({ align, from }: Column<Row>) =>
  `${align ? 'cell-end' : ''} ${from ? `from-${from}` : ''}`;

const TableHead = <Row,>({ columns, rows, keyOf, selection }: TableProps<Row>) => (
  <thead>
    <tr>
      {selection && (
        <th className="cell-box">
          <RowBox label="Select all that are shown" keys={rows.map(keyOf)} selection={selection} />
        </th>
      )}
      {columns.map((column) => (
        <th key={column.key} scope="col" className={classOf(column)} style={{ width: column.width }}>
          {column.header}
        </th>
      ))}
    </tr>
  </thead>
);

function TableRow<Row>(props: TableProps<Row> & { readonly row: Row; readonly index: number }) {
  const { columns, row, index, keyOf, nameOf, selection } = props;
  const key = keyOf(row);
  return (
    <tr aria-rowindex={index + 2} className={selection?.keys.has(key) ? 'row-selected' : ''}>
      {selection && (
        <td className="cell-box">
          <RowBox label={`Select ${nameOf?.(row) ?? key}`} keys={[key]} selection={selection} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={classOf(column)}>
          <div className="cell">{column.cell(row)}</div>
        </td>
      ))}
    </tr>
  );
}
