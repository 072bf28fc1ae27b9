import { useElementScrollRestoration } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Box, stateOf } from './fields.tsx';
import './table.css';

/** Keys of the selected rows, and a function that changes them. */
interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  /** Moves the focus to the toolbar of the selected rows. */
  readonly onLeave: () => void;
}

interface RowBoxProps {
  readonly label: string;
  /** Keys of the rows that the checkbox represents. */
  readonly keys: readonly string[];
  readonly selection: Selection;
}

/** Checkbox that selects rows; half checked while only some of them are selected. */
function RowBox({ label, keys, selection }: RowBoxProps) {
  const state = stateOf(keys, (key) => selection.keys.has(key));
  function toggle() {
    const next = new Set(selection.keys);
    for (const key of keys) state === 'all' ? next.delete(key) : next.add(key);
    selection.onChange(next);
  }
  return <Box aria-label={label} state={state} onToggle={toggle} />;
}

interface Visible {
  readonly first: number;
  readonly last: number;
}

/** Number of rows beyond each edge of the screen that are rendered in advance. */
const spare = 10;

/** Returns the range of rows of equal height that are visible in the scrolled page; `body` contains them. */
function useWindow(body: RefObject<HTMLElement | null>, count: number, rowHeight: number): Visible {
  const [visible, setVisible] = useState<Visible>({ first: 0, last: 2 * spare });
  useEffect(() => {
    function measure() {
      const top = -(body.current?.getBoundingClientRect().top ?? 0);
      const first = Math.max(0, Math.floor(top / rowHeight) - spare);
      const last = Math.min(count, Math.ceil((top + innerHeight) / rowHeight) + spare);
      setVisible((before) => (before.first === first && before.last === last ? before : { first, last }));
    }
    measure();
    addEventListener('scroll', measure, { capture: true, passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure, { capture: true });
      removeEventListener('resize', measure);
    };
  }, [body, count, rowHeight]);
  return { first: Math.min(visible.first, count), last: Math.min(visible.last, count) };
}

/** Column of a table. */
export interface Column<Row> {
  /** Name of the column, which identifies it. */
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** CSS width; columns without one share the rest. */
  readonly width?: string;
  readonly align?: 'end';
  /** Smallest screen that shows the column; undefined for every screen. */
  readonly from?: 'tablet' | 'desktop';
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Returns the name of a row, for the label of its checkbox. */
  readonly nameOf?: (row: Row) => string;
  readonly selection?: Selection;
  /** Called when the end of the list becomes visible. */
  readonly onEnd?: (() => unknown) | undefined;
}

const rowHeight = 44;

/** Moves the focus to the link or button of the next or previous row, for the arrow keys. */
function moveAlongRows(event: KeyboardEvent<HTMLElement>): void {
  const direction = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  const towards = direction[event.key as keyof typeof direction];
  const row = (event.target as HTMLElement).closest('tr');
  const next = towards && row?.[towards]?.querySelector<HTMLElement>('a, button');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Restores the scroll position when the user returns to the page. The router does so before the rows are there. */
function useScrollPlace(): void {
  const place = useElementScrollRestoration({ getElement: () => window });
  const wanted = useRef(place?.scrollY ?? 0);
  useLayoutEffect(() => {
    if (scrollY === 0 && wanted.current > 0) scrollTo({ top: wanted.current });
  }, []);
}

/** Table of rows of equal height that renders only the visible ones, so that ten thousand rows are as fast as ten. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, keyOf, onEnd } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, last } = useWindow(body, rows.length, rowHeight);
  useScrollPlace();
  const isAtEnd = last >= rows.length;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);
  return (
    <table className="table" aria-label={label} aria-rowcount={rows.length + 1}>
      <TableHead {...props} />
      <tbody ref={body} onKeyDown={moveAlongRows}>
        <Gap height={first * rowHeight} />
        {rows.slice(first, last).map((row, index) => (
          <TableRow key={keyOf(row)} {...props} row={row} index={first + index} />
        ))}
        <Gap height={(rows.length - last) * rowHeight} />
      </tbody>
    </table>
  );
}

/**
 * Placeholder for the rows that are out of view. It spans one column only: a larger `colSpan` would count the columns that a phone hides,
 * and a table of fixed layout would assign them a share of its width.
 */
const Gap = ({ height }: { readonly height: number }) =>
  height > 0 && (
    <tr>
      <td className="table-gap" style={{ height }} />
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
        <th key={column.header} scope="col" className={classOf(column)} style={{ width: column.width }}>
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
          {selection.keys.has(key) && (
            // Between a row and the toolbar the keyboard would pass all other rows.
            <button type="button" className="skip" onClick={selection.onLeave}>
              To the actions for what is selected
            </button>
          )}
        </td>
      )}
      {columns.map((column) => (
        <td key={column.header} className={classOf(column)}>
          <div className="cell">{column.cell(row)}</div>
        </td>
      ))}
    </tr>
  );
}
