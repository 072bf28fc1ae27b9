import type { Chunk } from '@docfleet/sdk';
import { type RefObject, useEffect } from 'react';
import { useSearchText } from '../../use-search-text.ts';

/** Chunks that are loaded, and the means to load and show others. */
interface Seek {
  readonly chunks: readonly Chunk[];
  readonly onMore: (() => void) | undefined;
  readonly onFound: (ordinal: number) => void;
  /** Element that contains the buttons with the chunks' numbers. */
  readonly text: RefObject<HTMLElement | null>;
}

/**
 * Focuses the chunk that the address names by its first words (links of search results) or by a quote (citations). Loads more chunks until
 * it is found.
 */
export function useFocusedChunk({ chunks, onMore, onFound, text }: Seek): void {
  const [passage] = useSearchText('passage');
  const [quote] = useSearchText('quote');
  const [at] = useSearchText('at');
  const isFileShown = at !== '' && quote !== '';
  const found =
    passage === ''
      ? undefined
      : (chunks.find((chunk) => chunk.text.startsWith(passage)) ??
        (quote === '' ? undefined : chunks.find((chunk) => chunk.text.includes(quote))));
  const ordinal = found?.ordinal;
  const mustRead = passage !== '' && !found && onMore !== undefined;
  useEffect(() => {
    if (mustRead) onMore();
  }, [mustRead, onMore]);
  useEffect(() => {
    if (ordinal === undefined) return;
    onFound(ordinal);
    const { current } = text;
    // Where the file itself is shown at the passage, the page is scrolled to the file, and the text within its frame alone.
    current?.querySelector<HTMLElement>(`[data-ordinal="${ordinal}"]`)?.focus({ preventScroll: isFileShown });
    const mark = current?.querySelector('mark');
    if (current && mark)
      current.scrollTop +=
        mark.getBoundingClientRect().top - current.getBoundingClientRect().top - current.clientHeight / 2;
  }, [ordinal, isFileShown, onFound, text]);
}
