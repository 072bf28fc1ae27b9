import type { LinkArea } from '../page-model.ts';
import { type Matrix, transformBox } from './geometry.ts';
import type { Pdfium } from './load-pdfium.ts';

const uri = 3;
const maxLinks = 5_000;

/** The areas of a page that lead to addresses. */
export function readLinks(pdfium: Pdfium, document: number, page: number, matrix: Matrix): LinkArea[] {
  const { call, scratch, int, float, latin } = pdfium;
  const links: LinkArea[] = [];
  const [position, found] = [scratch + 64, scratch + 68];
  pdfium.write(position, new Uint8Array(8));
  for (let count = 0; count < maxLinks && call.FPDFLink_Enumerate(page, position, found) === 1; count++) {
    const link = int(found);
    const action = call.FPDFLink_GetAction(link);
    if (action === 0 || call.FPDFAction_GetType(action) !== uri) continue;
    const bytes = latin((buffer, length) => call.FPDFAction_GetURIPath(document, action, buffer, length));
    if (call.FPDFLink_GetAnnotRect(link, scratch) !== 1) continue;
    const [left, top, right, bottom] = [
      float(scratch),
      float(scratch + 4),
      float(scratch + 8),
      float(scratch + 12),
    ];
    const area = transformBox(matrix, left, bottom, right, top);
    if (bytes !== '') links.push({ ...area, href: Buffer.from(bytes, 'latin1').toString('utf8') });
  }
  return links;
}
