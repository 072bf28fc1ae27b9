import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Skeleton } from '../page.tsx';
import { Marks, type PageBox } from './marks.tsx';

interface PdfPageProps {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  /** Width of the page in pixels of the screen. */
  readonly width: number;
  readonly boxes: readonly PageBox[];
  /** Boxes of the quote within the passage. */
  readonly quote: readonly PageBox[];
  /** Element that is scrolled until the highlighted areas are visible. */
  readonly frame: RefObject<HTMLElement | null>;
}

/** Maximum number of pixels of the canvas, which needs four bytes for each. */
const maxPixels = 16_000_000;

function usePage(pdf: PDFDocumentProxy, number: number): PDFPageProxy | undefined {
  const [page, setPage] = useState<PDFPageProxy>();
  useEffect(() => {
    let isCurrent = true;
    pdf.getPage(number).then(
      (loaded) => isCurrent && setPage(loaded),
      () => isCurrent && setPage(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [pdf, number]);
  return page?.pageNumber === number ? page : undefined;
}

/** Draws the page onto the canvas at the resolution of the screen. */
function useDrawn(page: PDFPageProxy, width: number) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    const whole = page.getViewport({ scale: 1 });
    const wanted = (width / whole.width) * devicePixelRatio;
    const scale = Math.min(wanted, Math.sqrt(maxPixels / (whole.width * whole.height)));
    const viewport = page.getViewport({ scale });
    target.width = Math.max(1, Math.floor(viewport.width));
    target.height = Math.max(1, Math.floor(viewport.height));
    const task = page.render({ canvas: target, viewport });
    // A page that is damaged stays as far as it was drawn; one that is left is not drawn to its end.
    task.promise.catch(() => {});
    return () => task.cancel();
  }, [page, width]);
  return canvas;
}

function DrawnPage({
  page,
  width,
  boxes,
  quote,
  frame,
}: Omit<PdfPageProps, 'pdf' | 'number'> & { page: PDFPageProxy }) {
  const canvas = useDrawn(page, width);
  const first = useRef<HTMLSpanElement>(null);
  const { width: wide, height: high } = page.getViewport({ scale: 1 });
  useEffect(() => {
    const [box, scrolled] = [first.current, frame.current];
    const marks = [...(scrolled?.querySelectorAll<HTMLElement>('.passage-mark') ?? [])];
    if (box && scrolled)
      scrolled.scrollTo({
        // A quote may begin within a line: the beginnings of all lines are to be seen.
        left: Math.min(...marks.map(({ offsetLeft }) => offsetLeft)) - 0.04 * scrolled.clientWidth,
        top: box.offsetTop - scrolled.clientHeight / 4,
      });
    else scrolled?.scrollTo({ top: 0 });
  }, [frame]);
  return (
    <div className="pdf-page" style={{ width, aspectRatio: `${wide} / ${high}` }}>
      <canvas ref={canvas} />
      <Marks
        boxes={boxes}
        width={wide}
        height={high}
        look={quote.length > 0 ? 'around' : 'passage'}
        first={quote.length > 0 ? undefined : first}
      />
      <Marks boxes={quote} width={wide} height={high} look="quote" first={first} />
    </div>
  );
}

/** Page of a PDF with its highlighted areas, which are scrolled into view. */
export function PdfPage({ pdf, number, width, boxes, quote, frame }: PdfPageProps) {
  const page = usePage(pdf, number);
  const onPage = boxes.filter((box) => box.page === number);
  const quoted = quote.filter((box) => box.page === number);
  if (!page) return <Skeleton rows={12} />;
  return (
    <DrawnPage
      key={`${number} ${[...onPage, ...quoted].map(({ x, y }) => `${x},${y}`).join(' ')}`}
      page={page}
      width={width}
      frame={frame}
      boxes={onPage}
      quote={quoted}
    />
  );
}
