/** Web storage of a browser: shared by all tabs and permanent, or of one tab. */
export type Keeper = 'localStorage' | 'sessionStorage';

/** Returns a stored text; undefined where there is none or the browser blocks the storage. */
export function readKept(keeper: Keeper, name: string): string | undefined {
  try {
    return window[keeper].getItem(name) ?? undefined;
  } catch {
    return undefined;
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
