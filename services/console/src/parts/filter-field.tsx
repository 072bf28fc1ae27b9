import { useEffect, useRef, useState } from 'react';
import { useSearchText } from '../use-search-text.ts';
import { Field } from './field.tsx';

/** The pause after which typing counts as finished. */
const restMs = 350;

interface FilterFieldProps {
  /** The name of the parameter in the address. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly type?: 'text' | 'date';
}

/** A text filter in the address, applied once typing has paused. */
export function FilterField({ name, label, ...rest }: FilterFieldProps) {
  const [kept, keep] = useSearchText(name);
  const [text, setText] = useState(kept);
  const sent = useRef(kept);
  useEffect(() => {
    // The address was changed elsewhere; text that was typed since is kept.
    if (kept !== sent.current) setText(kept);
    sent.current = kept;
  }, [kept]);
  useEffect(() => {
    if (text.trim() === kept) return;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      keep(sent.current);
    }, restMs);
    return () => clearTimeout(timer);
  }, [text, kept, keep]);
  return <Field {...rest} label={label} value={text} onChange={setText} />;
}
