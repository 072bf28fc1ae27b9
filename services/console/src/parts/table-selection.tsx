import { useEffect, useRef } from 'react';

/** Which rows are selected, and what is done when that changes. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
}

interface RowBoxProps {
  readonly label: string;
  /** The rows that it stands for. */
  readonly keys: readonly string[];
  readonly selection: Selection;
}

/** Selects rows: half ticked while some of them are. */
export function RowBox({ label, keys, selection }: RowBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const count = keys.filter((key) => selection.keys.has(key)).length;
  const isAll = keys.length > 0 && count === keys.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  function toggle() {
    const next = new Set(selection.keys);
    for (const key of keys) isAll ? next.delete(key) : next.add(key);
    selection.onChange(next);
  }
  return (
    <input ref={box} type="checkbox" className="box" aria-label={label} checked={isAll} onChange={toggle} />
  );
}
