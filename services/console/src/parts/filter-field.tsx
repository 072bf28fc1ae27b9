import { useEffect, useRef, useState } from 'react';
import { useSearchText } from '../use-search-text.ts';
import { Field } from './field.tsx';

/** Nobody types slower. */
const restMs = 350;

interface FilterFieldProps {
  /** What it is called in the address. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly type?: 'text' | 'date';
}

/** A text that narrows a list, once typing rests, and stands in the address. */
export function FilterField({ name, label, ...rest }: FilterFieldProps) {
  const [kept, keep] = useSearchText(name);
  const [text, setText] = useState(kept);
  const sent = useRef(kept);
  useEffect(() => {
    // Somebody else changed the address; what was typed since this field did is not undone.
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
