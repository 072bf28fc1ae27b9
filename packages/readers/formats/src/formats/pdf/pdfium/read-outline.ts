import type { Pdfium } from './load-pdfium.ts';

/** An entry of a document's outline: the heading that it leads to. */
export interface OutlineEntry {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** From 0. */
  readonly page: number;
}

const maxEntries = 20_000;
const maxLevel = 12;

function pageOf({ call }: Pdfium, document: number, bookmark: number): number {
  const direct = call.FPDFBookmark_GetDest(document, bookmark);
  const action = direct === 0 ? call.FPDFBookmark_GetAction(bookmark) : 0;
  const target = action === 0 ? direct : call.FPDFAction_GetDest(document, action);
  return target === 0 ? -1 : call.FPDFDest_GetDestPageIndex(document, target);
}

/** The outline of a document, entry by entry, without those that lead nowhere. One that contains itself is read once. */
export function readOutline(pdfium: Pdfium, document: number): OutlineEntry[] {
  const { call, text } = pdfium;
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const visit = (parent: number, level: number) => {
    let bookmark = call.FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && entries.length < maxEntries) {
      seen.add(bookmark);
      const current = bookmark;
      const title = text((buffer, length) => call.FPDFBookmark_GetTitle(current, buffer, length)).trim();
      const page = pageOf(pdfium, document, bookmark);
      if (title !== '' && page >= 0) entries.push({ title, level, page });
      if (level < maxLevel) visit(bookmark, level + 1);
      bookmark = call.FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  visit(0, 1);
  return entries;
}
