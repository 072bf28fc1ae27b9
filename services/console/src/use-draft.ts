import { useState } from 'react';

const kept = (name: string) => `docfleet-draft:${name}`;

function readDraft<Value>(name: string, initial: Value): Value {
  const text = sessionStorage.getItem(kept(name));
  // Nobody writes there but this page.
  return text === null ? initial : (JSON.parse(text) as Value);
}

/**
 * Like `useState`, for what is typed into a form: it outlives a reload, a crash and signing in again, and ends with the tab.
 * Never for secrets: the third value forgets it, which is due when the form was sent.
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
