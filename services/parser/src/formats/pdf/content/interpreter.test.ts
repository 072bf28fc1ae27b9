import { describe, expect, it } from '@jest/globals';
import { openPdf } from '../objects/document.ts';
import { onePage } from '../raw-pdf.fixture.ts';
import { readPages } from '../read-pages.ts';

/** What the only page holds that has this content. */
function pageOf(content: string, options: Parameters<typeof onePage>[1] = {}) {
  const [page] = [...readPages(openPdf(onePage(content, options)))];
  if (!page) throw new Error('No page');
  return page;
}

const rounded = ({ runs }: ReturnType<typeof pageOf>) =>
  runs.map(({ text, x, y, width, size }) => [
    text,
    ...[x, y, width, size].map((value) => Math.round(value * 10) / 10),
  ]);

describe('text on a page', () => {
  it('stands where it is drawn, from the upper left corner, as wide as its letters', () => {
    expect(rounded(pageOf('BT /F1 10 Tf 100 700 Td (AB) Tj ET'))).toEqual([['AB', 100, 100, 13.3, 10]]);
  });

  it('moves with its lines, its matrices and what saves them', () => {
    const content = `q 2 0 0 2 0 0 cm BT /F1 10 Tf 14 TL 50 350 Td (A) Tj T* (B) Tj ET Q
      BT /F1 10 Tf 1 0 0 1 10 20 Tm (C) ' ET`;
    expect(rounded(pageOf(content))).toEqual([
      ['A', 100, 100, 13.3, 20],
      ['B', 100, 128, 13.3, 20],
      ['C', 10, 780, 7.2, 10],
    ]);
  });

  it('has a space where it jumps by a word, and is cut where it jumps by a column', () => {
    const { runs } = pageOf('BT /F1 10 Tf [(one) -300 (tw) 20 (o) -4000 (three)] TJ ET');
    expect(runs.map(({ text }) => text)).toEqual(['one two', 'three']);
  });

  it('is as far apart as spacing and scale say', () => {
    expect(rounded(pageOf('BT /F1 10 Tf 2 Tc 50 Tz 0 700 Td (AA) Tj (B) Tj ET'))).toEqual([
      ['AA', 0, 100, 8.7, 10],
      ['B', 8.7, 100, 4.3, 10],
    ]);
  });

  it('is not taken for one that cannot be read', () => {
    expect(pageOf('BT /F9 10 Tf (x) Tj ET')).toMatchObject({ unreadable: true, runs: [] });
  });
});

describe('lines on a page', () => {
  const rulesOf = (content: string) => pageOf(content).rules.map(({ x1, y1, x2, y2 }) => [x1, y1, x2, y2]);

  it('are drawn ones and thin areas', () => {
    expect(rulesOf('10 700 m 200 700 l S 10 600 100 0.5 re f')).toEqual([
      [10, 100, 200, 100],
      [10, 199.75, 110, 199.75],
    ]);
  });

  it('are the four sides of a frame, and none of an area', () => {
    expect(rulesOf('10 600 100 50 re S')).toHaveLength(4);
    expect(rulesOf('10 600 100 50 re f')).toHaveLength(0);
  });

  it('are not what is drawn askew, nor what only cuts', () => {
    expect(rulesOf('10 700 m 200 600 l S 10 10 50 50 re W n')).toEqual([]);
  });
});

it('a picture that lies in the content ends where its data ends', () => {
  const { runs } = pageOf('BI /W 2 /H 2 ID \x00 EI\x01\x02\xff EI\nBT /F1 10 Tf (after) Tj ET');
  expect(runs.map(({ text }) => text)).toEqual(['after']);
});

it('links lie where their annotation does', () => {
  const page =
    '/Annots [<< /Subtype /Link /Rect [10 20 110 40] /A << /S /URI /URI (https://example.com) >> >>]';
  expect(pageOf('', { page }).links).toEqual([
    { x1: 10, y1: 760, x2: 110, y2: 780, href: 'https://example.com' },
  ]);
});
