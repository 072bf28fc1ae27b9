import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { turnsOf } from '../content/collector.ts';
import { type Matrix, multiply } from '../content/matrix.ts';
import { reverseRun } from '../layout/right-to-left.ts';
import type { FontLook, PageModel, TextRun } from '../page-model.ts';

/** What pdf.js tells of a font once a page's operators were read. */
interface LoadedFont {
  readonly name?: string;
  readonly bold?: boolean;
  readonly black?: boolean;
  readonly italic?: boolean;
  readonly isMonospace?: boolean;
  readonly ascent?: number;
  readonly descent?: number;
}

interface Item {
  readonly str: string;
  readonly dir: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly fontName: string;
}

const unknown = /[\ufffd\ue000-\uf8ff\p{Cc}]/gu;

function lookOf(page: PDFPageProxy, fontName: string): FontLook {
  const font: LoadedFont = page.commonObjs.has(fontName) ? page.commonObjs.get(fontName) : {};
  const name = font.name ?? '';
  return {
    name,
    bold: Boolean(font.bold || font.black) || /bold|black|heavy/i.test(name),
    italic: Boolean(font.italic) || /italic|oblique/i.test(name),
    monospaced: Boolean(font.isMonospace) || /courier|mono|consol/i.test(name),
    ascent: font.ascent || 0.75,
    descent: font.descent || -0.22,
  };
}

function toRun(item: Item, viewport: Matrix, font: FontLook): TextRun {
  const [a, b, c, d, x, y] = multiply(item.transform as unknown as Matrix, viewport);
  const turns = turnsOf(a, b);
  return {
    // It gives what is read from right to left as it is read; layout expects it as it is seen.
    text:
      item.dir === 'rtl'
        ? reverseRun(item.str)
        : item.str.replace(/[\ufb00-\ufb06]/g, (letters) => letters.normalize('NFKC')),
    x: turns === 2 ? x - item.width : x,
    y: turns === 3 ? y - item.width : y,
    width: item.width,
    size: Math.hypot(c, d),
    font,
    turns,
  };
}

/** The text of a page as pdf.js reads it. */
export async function readText(
  page: PDFPageProxy,
): Promise<Pick<PageModel, 'runs' | 'glyphs' | 'unknownGlyphs' | 'width' | 'height'>> {
  const { transform, width, height } = page.getViewport({ scale: 1 });
  // Only then does it know its fonts.
  await page.getOperatorList();
  const { items } = await page.getTextContent();
  const fonts = new Map<string, FontLook>();
  const runs = items.flatMap((item): TextRun[] => {
    if (!('str' in item) || item.str === '') return [];
    const font = fonts.get(item.fontName) ?? lookOf(page, item.fontName);
    fonts.set(item.fontName, font);
    return [toRun(item, transform as unknown as Matrix, font)];
  });
  page.cleanup();
  const text = runs.map((run) => run.text).join('');
  return { width, height, runs, glyphs: text.length, unknownGlyphs: text.match(unknown)?.length ?? 0 };
}
