import type { Location } from '@docfleet/sdk';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { findQuoteBoxes, type TextRun } from './find-quote.ts';
import type { PageBox } from './marks.tsx';

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
export function useQuoteBoxes(
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
