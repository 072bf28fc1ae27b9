import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

interface TypedText {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onCompositionStart: () => void;
  readonly onCompositionEnd: () => void;
}

/**
 * Properties of a text field whose text is kept elsewhere, as in the address. Stores the text once typing has paused for `restMs`
 * and no input method is composing. A text stored by another part of the page replaces the text of the field.
 */
export function useTypedText(kept: string, keep: (text: string) => void, restMs: number): TypedText {
  const [text, setText] = useState(kept);
  const [isComposing, setComposing] = useState(false);
  const sent = useRef(kept);
  useEffect(() => {
    // Text that was typed since is kept.
    if (kept !== sent.current) setText(kept);
    sent.current = kept;
  }, [kept]);
  useEffect(() => {
    if (isComposing || text.trim() === kept) return;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      keep(sent.current);
    }, restMs);
    return () => clearTimeout(timer);
  }, [text, isComposing, kept, keep, restMs]);
  return {
    value: text,
    onChange: setText,
    onCompositionStart: () => setComposing(true),
    onCompositionEnd: () => setComposing(false),
  };
}

/** Returns a value once it has not changed for `ms` milliseconds. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Returns a parameter of the address, empty without one, and a function that changes it. An empty text removes the parameter. */
export function useSearchText(name: string): [string, (text: string) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (text: string) =>
    void navigate({ to: '.', search: (before) => ({ ...before, [name]: text || undefined }), replace: true });
  return [search[name] ?? '', change];
}
