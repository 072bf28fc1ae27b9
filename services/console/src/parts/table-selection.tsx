import { Box, stateOf } from './box.tsx';

/** The selected rows, and a function that changes them. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
}

interface RowBoxProps {
  readonly label: string;
  /** The rows that the checkbox stands for. */
  readonly keys: readonly string[];
  readonly selection: Selection;
}

/** Selects rows: half ticked while some of them are. */
export function RowBox({ label, keys, selection }: RowBoxProps) {
  const state = stateOf(keys, (key) => selection.keys.has(key));
  function toggle() {
    const next = new Set(selection.keys);
    for (const key of keys) state === 'all' ? next.delete(key) : next.add(key);
    selection.onChange(next);
  }
  return <Box aria-label={label} state={state} onToggle={toggle} />;
}
