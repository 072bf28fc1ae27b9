import { type InputHTMLAttributes, useEffect, useRef } from 'react';

interface BoxProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-label' | 'id'> {
  /** Whether all, some or none of the items that the checkbox represents are selected. */
  readonly state: 'all' | 'some' | 'none';
  readonly onToggle: () => void;
}

/** Checkbox that is half checked while only some of its items are selected. */
export function Box({ state, onToggle, ...rest }: BoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <input
      {...rest}
      ref={box}
      type="checkbox"
      className="box"
      checked={state === 'all'}
      onChange={onToggle}
    />
  );
}

/** Returns whether all, some or none of the values are selected. */
export function stateOf<Value>(values: readonly Value[], isChosen: (value: Value) => boolean) {
  const count = values.filter(isChosen).length;
  if (count === 0) return 'none';
  return count === values.length ? 'all' : 'some';
}
