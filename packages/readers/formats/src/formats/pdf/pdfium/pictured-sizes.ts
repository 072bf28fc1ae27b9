import type { Pdfium } from './load-pdfium.ts';

/** Of a font's size, how high its capitals reach, and from the lowest to the highest reach of all letters. */
const capitals = 0.7;
const reach = 0.93;

/**
 * The sizes of fonts whose letters are pictures in dots, as Ghostscript writes those of dvips: their stated size is that of a dot, so
 * it is taken from how far the letters of a page reach. In the units of the page, by the font's address.
 */
function measurePicturedSizes({ call, scratch, double }: Pdfium, textPage: number): Map<number, number> {
  const reaches = new Map<number, { above: number; below: number }>();
  const count = call.FPDFText_CountChars(textPage);
  for (let index = 0; index < count; index++) {
    const object = call.FPDFText_GetTextObject(textPage, index);
    const isKnown =
      object !== 0 &&
      call.FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24) &&
      call.FPDFText_GetCharOrigin(textPage, index, scratch + 32, scratch + 40);
    if (!isKnown) continue;
    const [bottom, top, base] = [double(scratch + 16), double(scratch + 24), double(scratch + 40)];
    const font = call.FPDFTextObj_GetFont(object);
    const { above, below } = reaches.get(font) ?? { above: 0, below: 0 };
    reaches.set(font, { above: Math.max(above, top - base), below: Math.max(below, base - bottom) });
  }
  return new Map(
    [...reaches].map(([font, { above, below }]) => [
      font,
      Math.max(above / capitals, (above + below) / reach),
    ]),
  );
}

/** Returns the size of a font of pictures by its address; 0 for others. The page is measured at the first call. */
export function createSizeReader(pdfium: Pdfium, textPage: number): (font: number) => number {
  let sizes: ReadonlyMap<number, number> | undefined;
  return (font) => {
    sizes ??= measurePicturedSizes(pdfium, textPage);
    return sizes.get(font) ?? 0;
  };
}
