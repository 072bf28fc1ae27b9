import type { Location } from '@docfleet/sdk';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { Empty, Loaded } from '../page.tsx';
import type { PageBox } from './marks.tsx';
import { PdfPage } from './pdf-page.tsx';
import './passage-viewer.css';
import { loadPage } from '../../api/console-fetch.ts';
import { findQuoteBoxes, type TextRun } from './find-quote.ts';

/** Maximum number of pages that are searched: a passage is on one or two. */
const maxPages = 4;
/** Share of a run's height below the base line. */
const descent = 0.2;

/** Returns the text runs of a page with their boxes, in points from its upper left corner. */
async function readRuns(pdf: PDFDocumentProxy, number: number): Promise<TextRun[]> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [x, base] = viewport.convertToViewportPoint(item.transform[4], item.transform[5]);
    const { height, width, str: text } = item;
    return [{ text, page: number, x, y: base - height * (1 - descent), width, height }];
  });
}

/** Returns the boxes of a quote on the pages of a passage; empty until it is found, and if the file has no such text. */
function useQuoteBoxes(
  pdf: PDFDocumentProxy,
  location: Location | undefined,
  quote: string,
): readonly PageBox[] {
  const [boxes, setBoxes] = useState<readonly PageBox[]>([]);
  useEffect(() => {
    let isCurrent = true;
    setBoxes([]);
    const [first = 0, last = first] = location?.pages ?? [];
    if (quote === '' || first < 1) return;
    const end = Math.min(last, first + maxPages - 1, pdf.numPages);
    const numbers = Array.from({ length: Math.max(0, end - first + 1) }, (_, at) => first + at);
    Promise.all(numbers.map((number) => readRuns(pdf, number))).then(
      (pages) => isCurrent && setBoxes(findQuoteBoxes(pages.flat(), quote, location?.boxes ?? [])),
      // Without its text the passage as a whole is highlighted.
      () => isCurrent && setBoxes([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [pdf, location, quote]);
  return boxes;
}

interface PdfState {
  readonly data: PDFDocumentProxy | undefined;
  readonly error: Error | null;
}

const loading: PdfState = { data: undefined, error: null };

/** Opens the original file of a document with PDF.js while the component is mounted. Returns it in the form of a query. */
function usePdf(documentId: string, revision: string) {
  const [state, setState] = useState(loading);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision or attempt opens the file again
  useEffect(() => {
    let close: (() => void) | undefined;
    let isCurrent = true;
    const open = async () => {
      // A megabyte: loaded when a PDF is opened.
      const { openPdf } = await loadPage(() => import('./open-pdf.ts'));
      if (!isCurrent) return;
      const task = openPdf(documentId);
      close = () => void task.destroy();
      const data = await task.promise;
      if (isCurrent) setState({ data, error: null });
    };
    setState(loading);
    open().catch((error: Error) => isCurrent && setState({ data: undefined, error }));
    return () => {
      isCurrent = false;
      close?.();
    };
  }, [documentId, revision, attempt]);
  return { ...state, refetch: () => setAttempt((before) => before + 1) };
}

interface PassageViewerProps {
  readonly documentId: string;
  /** Version of the document's content; a new one loads the file again. */
  readonly revision?: string;
  readonly name: string;
  /** Location of the passage in the file, from a search result, chunk or citation; undefined shows the first page. */
  readonly location?: Location | undefined;
  /** Words of the passage, which are highlighted by themselves if the file contains them as text. */
  readonly quote?: string;
  /** Whether the page was opened to show this passage, so that it is scrolled into view. */
  readonly isTarget?: boolean;
}

const zoomStep = 1.25;
const maxZoom = 4;
/** Width in pixels below which a whole page is unreadable, so that the passage fills the width. */
const narrow = 500;
const defaultPageWidth = 612;

/** Returns the current width of an element in pixels. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(current.clientWidth)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Returns the zoom at which a passage can be read: on a narrow screen it fills the width, at most at twofold zoom; on others 1. */
function readableZoom(width: number, location: Location | undefined): number {
  const widest = Math.max(0, ...(location?.boxes ?? []).map((box) => box.width));
  if (widest === 0 || width === 0 || width >= narrow) return 1;
  return Math.min(2, Math.max(1, (0.92 * defaultPageWidth) / widest));
}

interface PagesProps extends Pick<PassageViewerProps, 'name' | 'location' | 'quote' | 'isTarget'> {
  readonly pdf: PDFDocumentProxy;
}

/** Holds the number of the shown page: that of the passage, until the user chooses another. */
function usePageNumber(pdf: PDFDocumentProxy, location: Location | undefined, quote: readonly PageBox[]) {
  const passagePage = Math.min(quote[0]?.page ?? location?.pages?.[0] ?? 1, pdf.numPages);
  const [number, setNumber] = useState(passagePage);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage of the same page is shown too
  useEffect(() => setNumber(passagePage), [passagePage, location]);
  return { number, setNumber, passagePage };
}

interface ZoomProps {
  readonly zoom: number;
  readonly onChange: (zoom: number) => void;
}

const Zoom = ({ zoom, onChange }: ZoomProps) => (
  <span className="row">
    <Button
      isIcon
      aria-label="Smaller"
      isDisabled={zoom <= 1}
      onPress={() => onChange(Math.max(1, zoom / zoomStep))}
    >
      −
    </Button>
    <Button
      isIcon
      aria-label="Larger"
      isDisabled={zoom >= maxZoom}
      onPress={() => onChange(Math.min(maxZoom, zoom * zoomStep))}
    >
      +
    </Button>
  </span>
);

function Pages({ pdf, name, location, quote = '', isTarget = false }: PagesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const viewer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isTarget) viewer.current?.scrollIntoView({ block: 'start' });
  }, [isTarget]);
  const width = useWidth(frame);
  const quoteBoxes = useQuoteBoxes(pdf, location, quote);
  const { number, setNumber, passagePage } = usePageNumber(pdf, location, quoteBoxes);
  const [chosenZoom, setZoom] = useState<number>();
  const zoom = chosenZoom ?? readableZoom(width, location);
  const boxes = location?.boxes ?? [];
  const hasPassage = boxes.length > 0;
  return (
    <section className="passage-viewer" ref={viewer} aria-label={`Original of ${name}`}>
      <div className="row row-apart">
        <span className="row">
          <Button
            isIcon
            aria-label="Previous page"
            isDisabled={number <= 1}
            onPress={() => setNumber(number - 1)}
          >
            <Icon name="back" />
          </Button>
          <span role="status">
            Page {number} of {pdf.numPages}
          </span>
          <Button
            isIcon
            aria-label="Next page"
            isDisabled={number >= pdf.numPages}
            onPress={() => setNumber(number + 1)}
          >
            <span className="turned">
              <Icon name="back" />
            </span>
          </Button>
          {hasPassage && number !== passagePage && (
            <Button look="quiet" onPress={() => setNumber(passagePage)}>
              To the passage
            </Button>
          )}
        </span>
        <Zoom zoom={zoom} onChange={setZoom} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: by keyboard it is scrolled */}
      <section className="pdf-frame" ref={frame} tabIndex={0} aria-label={`Page ${number}`}>
        {width > 0 && (
          <PdfPage
            pdf={pdf}
            number={number}
            boxes={boxes}
            quote={quoteBoxes}
            frame={frame}
            width={Math.floor(width * zoom)}
          />
        )}
      </section>
    </section>
  );
}

/** Viewer of a document's original PDF, opened at a passage, which is highlighted. */
export function PassageViewer({
  documentId,
  revision = '',
  name,
  location,
  quote = '',
  isTarget = false,
}: PassageViewerProps) {
  const query = usePdf(documentId, revision);
  if (query.error?.name === 'InvalidPDFException' || query.error?.name === 'PasswordException')
    return (
      <Empty
        icon="documents"
        title="No preview"
        text="The file cannot be displayed; download it to open it."
      />
    );
  return (
    <Loaded query={query} rows={12}>
      {(pdf) => <Pages pdf={pdf} name={name} location={location} quote={quote} isTarget={isTarget} />}
    </Loaded>
  );
}
