import { useSearchText } from '../use-search-text.ts';
import { useTypedText } from '../use-typed-text.ts';
import { Field } from './field.tsx';

/** The pause after which typing counts as finished. */
const restMs = 350;

interface FilterFieldProps {
  /** The name of the parameter in the address. */
  readonly name: string;
  readonly label: string;
  readonly hidesLabel?: boolean;
  readonly placeholder?: string;
  readonly type?: 'text' | 'date';
  readonly error?: string | undefined;
}

/** A text filter in the address, applied once typing has paused. */
export function FilterField({ name, label, ...rest }: FilterFieldProps) {
  const [kept, keep] = useSearchText(name);
  return <Field {...rest} label={label} {...useTypedText(kept, keep, restMs)} />;
}
