import type { Chunk, Location } from '@docfleet/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { formatCount, formatNumber } from '../../parts/format.ts';
import { Card, Empty, Loaded } from '../../parts/page.tsx';
import { useSearchText } from '../../use-search-text.ts';
import { chunksQuery } from './document-query.ts';
import { type Segment, type Span, segmentsOf, spanOf, splitAt } from './segments.ts';
import './document.css';

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
function useFocusedChunk({ chunks, onMore, onFound, text }: Seek): void {
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
    // If the file itself is shown at the passage, the page scrolls to the file, and the text scrolls only within its frame.
    current?.querySelector<HTMLElement>(`[data-ordinal="${ordinal}"]`)?.focus({ preventScroll: isFileShown });
    const mark = current?.querySelector('mark');
    if (current && mark)
      current.scrollTop +=
        mark.getBoundingClientRect().top - current.getBoundingClientRect().top - current.clientHeight / 2;
  }, [ordinal, isFileShown, onFound, text]);
}

const describe = ({ ordinal, tokens, start, end }: Chunk) =>
  `Chunk ${ordinal}: ${formatCount(tokens, 'token')}, characters ${formatNumber(start)} to ${formatNumber(end)}`;

interface PieceProps {
  readonly segment: Segment;
  readonly active: number | undefined;
  readonly onActive: (ordinal: number) => void;
  /** Position of the quote from the address within the text; undefined without one. */
  readonly quote: Span | undefined;
}

/** Segment of the text in the color of its chunk. A chunk begins with its number, a button that can be focused. */
function Piece({ segment: { start, text, chunks, begins }, active, onActive, quote }: PieceProps) {
  const last = chunks.at(-1);
  const tint = chunks.length > 1 ? 'both' : last === undefined ? 'none' : last % 2 === 0 ? 'even' : 'odd';
  const isActive = active !== undefined && chunks.includes(active);
  return (
    <>
      {begins && (
        <button
          type="button"
          className="chunk-number"
          data-ordinal={begins.ordinal}
          aria-label={describe(begins)}
          onFocus={() => onActive(begins.ordinal)}
          onClick={() => onActive(begins.ordinal)}
        >
          {begins.ordinal}
        </button>
      )}
      <span data-chunk={last} className={`chunk chunk-${tint} ${isActive ? 'chunk-active' : ''}`}>
        {splitAt(text, start, quote).map(({ part, isQuoted }) =>
          isQuoted ? <mark key="quote">{part}</mark> : part,
        )}
      </span>
    </>
  );
}

/** Reports the ordinal of the chunk under the pointer. The buttons with the numbers report theirs to keyboard users. */
function usePointedChunk(onActive: (ordinal: number) => void) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = text;
    const report = ({ target }: PointerEvent) => {
      const ordinal = target instanceof HTMLElement ? target.dataset['chunk'] : undefined;
      if (ordinal !== undefined) onActive(Number(ordinal));
    };
    current?.addEventListener('pointerover', report);
    return () => current?.removeEventListener('pointerover', report);
  }, [onActive]);
  return text;
}

interface ChunkTextProps {
  readonly chunks: readonly Chunk[];
  readonly onMore?: () => void;
  readonly onLocate: (location: Location) => void;
}

function ChunkText({ chunks, onMore, onLocate }: ChunkTextProps) {
  const [active, setActive] = useState<number>();
  const text = usePointedChunk(setActive);
  useFocusedChunk({ chunks, onMore, onFound: setActive, text });
  const open = (ordinal: number) => {
    setActive(ordinal);
    const location = chunks.find((chunk) => chunk.ordinal === ordinal)?.location;
    if (location?.boxes) onLocate(location);
  };
  const shown = chunks.find(({ ordinal }) => ordinal === active);
  const [quote] = useSearchText('quote');
  const quoted = spanOf(chunks, quote);
  return (
    <>
      <p className="chunk-legend small" aria-live="polite">
        {shown ? describe(shown) : 'Point at the text, or move through the numbers, to see its chunks.'}
      </p>
      <div className="chunk-text" ref={text}>
        {segmentsOf(chunks).map((segment) => (
          <Piece key={segment.start} segment={segment} active={active} onActive={open} quote={quoted} />
        ))}
      </div>
      {onMore && <Button onPress={onMore}>Show more text</Button>}
    </>
  );
}

const NoChunks = ({ status }: { readonly status: string }) =>
  status === 'FAILED' || status === 'CANCELLED' ? (
    <Empty
      icon="documents"
      title="No chunks"
      text="The document was not embedded, so searches do not return it."
    />
  ) : (
    <Empty icon="documents" title="No chunks yet" text="They appear when the document has been embedded." />
  );

/** Searchable text of a document, divided into its chunks. */
export function ChunkViewer({
  documentId,
  status,
  onLocate,
}: {
  readonly documentId: string;
  readonly status: string;
  /**
   * Called with the location of a chunk in the original file when the chunk's number is focused or pressed; not for a chunk without boxes.
   */
  readonly onLocate: (location: Location) => void;
}) {
  const query = useInfiniteQuery(chunksQuery(documentId, status));
  const { hasNextPage, fetchNextPage } = query;
  return (
    <Card title="Searchable text">
      <Loaded query={query} rows={6}>
        {({ pages }) => {
          const chunks = pages.flatMap((page) => page.chunks);
          if (chunks.length === 0) return <NoChunks status={status} />;
          return (
            <ChunkText
              chunks={chunks}
              onLocate={onLocate}
              {...(hasNextPage && { onMore: () => void fetchNextPage({ cancelRefetch: false }) })}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}
