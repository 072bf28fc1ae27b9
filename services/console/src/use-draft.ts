import { useState } from 'react';

/** Web storage of a browser: shared by all tabs and permanent, or of one tab. */
type Keeper = 'localStorage' | 'sessionStorage';

/** Returns a stored text; undefined if nothing is stored or the browser blocks the storage. */
export function readKept(keeper: Keeper, name: string): string | undefined {
  try {
    return window[keeper].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns the names of all stored texts; none if the browser blocks the storage. */
export function keepings(keeper: Keeper): string[] {
  try {
    return Object.keys(window[keeper]);
  } catch {
    return [];
  }
}

/**
 * Stores a text, or removes it for undefined. A text that does not fit is dropped, and the previous text with it; a blocked storage stores
 * nothing.
 */
export function keep(keeper: Keeper, name: string, text: string | undefined): void {
  try {
    window[keeper].removeItem(name);
    if (text !== undefined) window[keeper].setItem(name, text);
  } catch {
    // The page works without: it only forgets with its tab.
  }
}

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
