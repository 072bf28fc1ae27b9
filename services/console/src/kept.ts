/** The storage of a browser that keeps texts: of all tabs, or of one. */
export type Keeper = 'localStorage' | 'sessionStorage';

/** Reads a kept text; undefined where there is none or the browser blocks the storage. */
export function readKept(keeper: Keeper, name: string): string | undefined {
  try {
    return window[keeper].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text, or removes it with undefined. A text that does not fit, or a blocked storage, keeps nothing, not even the previous text. */
export function keep(keeper: Keeper, name: string, text: string | undefined): void {
  try {
    window[keeper].removeItem(name);
    if (text !== undefined) window[keeper].setItem(name, text);
  } catch {
    // The page works without: it only forgets with its tab.
  }
}
