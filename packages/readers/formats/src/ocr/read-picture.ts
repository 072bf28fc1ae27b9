import type { TextLine } from './hocr.ts';
import { detectLanguage, installedLanguages } from './languages.ts';
import { inkOnPaper, isBlank } from './picture/ink.ts';
import { measureLines } from './picture/measure-lines.ts';
import type { Picture } from './picture/picture.ts';
import { isNoisy, removeSpecks } from './picture/remove-specks.ts';
import { straighten, turnPicture } from './picture/turn-picture.ts';
import { findOrientation, recognize, type Segmentation } from './tesseract.ts';
import { confidenceOf, withoutNoise } from './without-noise.ts';
import { minConfidence, withoutSpecks } from './without-specks.ts';

export interface ReadingOptions {
  /** As tesseract names them; none to find the language of each page among those that are installed. */
  readonly languages: readonly string[];
  readonly dotsPerInch?: number | undefined;
}

/** Result of OCR, with the size of the picture as it was read. */
export interface ReadPicture {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly TextLine[];
  /** Whether there is nothing on the picture. */
  readonly isBlank?: true;
  /** The picture as it came, where it was turned by quarters: places in it are not those of the page. */
  readonly turnedFrom?: Pick<Picture, 'width' | 'height'>;
}

/** Mean confidence of tesseract, by characters, from which on its reading is taken at once. */
const goodConfidence = 80;
/** Degrees that tesseract does not mind. */
const smallSkew = 0.25;

interface Attempt extends ReadPicture {
  readonly confidence: number;
  /** Characters, each by how sure tesseract is of it. */
  readonly worth: number;
}

async function attempt(
  picture: Picture,
  options: ReadingOptions,
  segmentation: Segmentation,
): Promise<Attempt> {
  const found = await recognize(picture, { ...options, segmentation });
  let worth = 0;
  for (const { text, confidence } of found.flatMap(({ words }) => words))
    worth += text.length * Math.max(0, confidence - minConfidence);
  const { width, height } = picture;
  return {
    width,
    height,
    lines: withoutSpecks(found),
    worth,
    confidence: confidenceOf(found),
  };
}

/** The language to begin with where none is given. */
const defaultLanguage = 'eng';

const textOf = ({ lines }: ReadPicture) =>
  lines.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');

/**
 * Reads a page in the languages that are given; without any, in English first, and again in the installed language that its words
 * are then seen to be of.
 */
export async function readPicture(picture: Picture, options: ReadingOptions): Promise<ReadPicture> {
  if (options.languages.length > 0) return readIn(picture, options);
  const installed = await installedLanguages();
  const first = installed.includes(defaultLanguage) ? defaultLanguage : (installed[0] ?? defaultLanguage);
  const read = await readIn(picture, { ...options, languages: [first] });
  const language = detectLanguage(textOf(read), installed, first);
  return language ? readIn(picture, { ...options, languages: [language] }) : read;
}

/** Sets the lines of a picture level, as far as they are found, and takes out noise. */
async function prepare(picture: Picture): Promise<{ level: Picture; isSideways: boolean }> {
  const clean = isNoisy(picture) ? removeSpecks(picture) : picture;
  const { isSideways, skew } = measureLines(clean);
  const turned = isSideways ? turnPicture(clean, 1) : clean;
  const level = Math.abs(skew) > smallSkew ? straighten(turned, skew) : turned;
  // On its side it may be either way round.
  const upright = isSideways ? turnPicture(level, (await findOrientation(level)) ?? 0) : level;
  return { level: upright, isSideways };
}

/**
 * Reads a page, however it lies: level first; where tesseract is not sure of what it has read, turned the other way round, and as
 * one block of text. Returns the best of it, without the noise of a photo.
 */
async function readIn(picture: Picture, options: ReadingOptions): Promise<ReadPicture> {
  if (isBlank(picture)) return { ...picture, lines: [], isBlank: true };
  const { level, isSideways } = await prepare(inkOnPaper(picture));
  let best = await attempt(level, options, 'page');
  let isTurned = isSideways;
  const tryAgain = async (other: Picture, segmentation: Segmentation) => {
    if (best.confidence >= goodConfidence) return;
    const next = await attempt(other, options, segmentation);
    if (next.worth <= best.worth) return;
    best = next;
    isTurned = isSideways || other !== level;
  };
  if (best.confidence < goodConfidence) {
    // A page with a few words has to be read to find out.
    const quarters = (await findOrientation(level)) ?? 2;
    const turned = turnPicture(level, quarters);
    if (quarters !== 0) await tryAgain(turned, 'page');
    await tryAgain(turned, 'block');
  }
  const read = { ...best, lines: withoutNoise(best.lines, best.confidence) };
  return isTurned ? { ...read, turnedFrom: picture } : read;
}
