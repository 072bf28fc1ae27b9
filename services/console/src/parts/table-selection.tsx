import { Box, stateOf } from './box.tsx';

/** Keys of the selected rows, and a function that changes them. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
}

interface RowBoxProps {
  readonly label: string;
  /** Keys of the rows that the checkbox represents. */
  readonly keys: readonly string[];
  readonly selection: Selection;
}

/** Checkbox that selects rows; half checked while only some of them are selected. */
export function RowBox({ label, keys, selection }: RowBoxProps) {
  const state = stateOf(keys, (key) => selection.keys.has(key));
  function toggle() {
    const next = new Set(selection.keys);
    for (const key of keys) state === 'all' ? next.delete(key) : next.add(key);
    selection.onChange(next);
  }
  return <Box aria-label={label} state={state} onToggle={toggle} />;
}
