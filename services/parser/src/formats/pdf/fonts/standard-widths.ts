import { Encodings, Font, type FontNames } from '@pdf-lib/standard-fonts';

/** Widths of the fonts that every reader has, and PDFs need not carry (ISO 32000-1, 9.6.2.2). */
const families: readonly (readonly [RegExp, string])[] = [
  [/courier|mono/i, 'Courier'],
  [/times|serif|roman|georgia|garamond/i, 'Times'],
];

const helvetica = { plain: 'Helvetica', bold: 'Helvetica-Bold' };
const times = { plain: 'Times-Roman', bold: 'Times-Bold' };

const metrics = new Map<string, Font>();

function load(name: string): Font {
  const known = metrics.get(name) ?? Font.load(name as FontNames);
  metrics.set(name, known);
  return known;
}

/** The width of a character in units of the font's size, where a PDF does not say it: as in the standard font that is most like it. */
export function standardWidth(fontName: string, text: string | undefined): number {
  const family = families.find(([pattern]) => pattern.test(fontName))?.[1];
  if (family === 'Courier') return 0.6;
  const { plain, bold } = family === 'Times' ? times : helvetica;
  const font = load(/bold|black|heavy/i.test(fontName) ? bold : plain);
  const { name } = Encodings.WinAnsi.canEncodeUnicodeCodePoint(text?.codePointAt(0) ?? 0)
    ? Encodings.WinAnsi.encodeUnicodeCodePoint(text?.codePointAt(0) ?? 0)
    : { name: 'n' };
  return (font.getWidthOfGlyph(name) ?? 556) / 1_000;
}
