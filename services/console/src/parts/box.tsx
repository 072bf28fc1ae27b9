import { type InputHTMLAttributes, useEffect, useRef } from 'react';

interface BoxProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-label' | 'id'> {
  /** Whether it is checked; `some`: only a part of what it stands for. */
  readonly state: 'all' | 'some' | 'none';
  readonly onToggle: () => void;
}

/** Something to be ticked: half ticked while only a part is. */
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

/** How much of these is among the chosen. */
export function stateOf<Value>(values: readonly Value[], isChosen: (value: Value) => boolean) {
  const count = values.filter(isChosen).length;
  if (count === 0) return 'none';
  return count === values.length ? 'all' : 'some';
}
