import { useState } from 'react';
import { keep, readKept } from './kept.ts';

const kept = (name: string) => `docfleet-draft:${name}`;

function readDraft<Value>(name: string, initial: Value): Value {
  const text = readKept('sessionStorage', kept(name));
  // Only this page writes there.
  return text === undefined ? initial : (JSON.parse(text) as Value);
}

/**
 * Like `useState`, for the values of forms: they survive a reload, a crash and signing in again, and end with the tab. A value that is
 * too large for the browser's storage ends with the page. Never for secrets. The third value removes the draft, to be called after the
 * form was sent or canceled.
 */
export function useDraft<Value>(name: string, initial: Value): [Value, (value: Value) => void, () => void] {
  const [value, setValue] = useState(() => readDraft(name, initial));
  function change(next: Value) {
    keep('sessionStorage', kept(name), JSON.stringify(next));
    setValue(next);
  }
  function forget() {
    keep('sessionStorage', kept(name), undefined);
    setValue(initial);
  }
  return [value, change, forget];
}
