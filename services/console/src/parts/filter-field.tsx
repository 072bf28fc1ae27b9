import { useSearchText } from '../use-search-text.ts';
import { useTypedText } from '../use-typed-text.ts';
import { Field } from './field.tsx';

/** Pause after which typing counts as finished, in milliseconds. */
const restMs = 350;

interface FilterFieldProps {
  /** Name of the parameter in the address. */
  readonly name: string;
  readonly label: string;
  readonly hidesLabel?: boolean;
  readonly placeholder?: string;
  readonly type?: 'text' | 'date';
  readonly error?: string | undefined;
}

/** Text filter that is kept in the address and applied once typing has paused. */
export function FilterField({ name, label, ...rest }: FilterFieldProps) {
  const [kept, keep] = useSearchText(name);
  return <Field {...rest} label={label} {...useTypedText(kept, keep, restMs)} />;
}
