import { useState } from 'react';

const kept = (name: string) => `docfleet-draft:${name}`;

function readDraft<Value>(name: string, initial: Value): Value {
  const text = sessionStorage.getItem(kept(name));
  // Only this page writes there.
  return text === null ? initial : (JSON.parse(text) as Value);
}

/**
 * Like `useState`, for the values of forms: they survive a reload, a crash and signing in again, and end with the tab. Never for secrets.
 * The third value removes the draft, to be called after the form was sent.
 */
export function useDraft<Value>(name: string, initial: Value): [Value, (value: Value) => void, () => void] {
  const [value, setValue] = useState(() => readDraft(name, initial));
  function change(next: Value) {
    sessionStorage.setItem(kept(name), JSON.stringify(next));
    setValue(next);
  }
  function forget() {
    sessionStorage.removeItem(kept(name));
    setValue(initial);
  }
  return [value, change, forget];
}
