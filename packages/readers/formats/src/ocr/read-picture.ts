import { runProgram } from '../system-programs/run-program.ts';
import type { TextLine, Word } from './hocr.ts';
import { measureLines } from './picture/measure-lines.ts';
import { inkOnPaper, isBlank, isNoisy, type Picture, removeSpecks } from './picture/remove-specks.ts';
import { findOrientation, recognize, type Segmentation } from './tesseract.ts';
import { minConfidence, withoutSpecks } from './without-specks.ts';

/** The frequent short words of a language, by which a page of it is recognized. */
const frequentWords: Readonly<Record<string, string>> = {
  eng: 'the and of to in that is was for with are this be from which not have it by on',
  deu: 'der die und das ist nicht mit ein eine von den dem zu auf für sich werden auch des im',
  fra: 'le la les des et est une dans que pour pas sur qui avec par du au ce sont plus',
  spa: 'el los las del que es una por con para se no su al como más son este está fue',
  ita: 'il che di della è una per non con del sono dei alla gli nel anche più questo le si',
  por: 'que não uma com para os do da em dos das é por como mais ao foi são se na',
  nld: 'de het een van en is dat niet op te zijn voor met die aan er om ook wordt bij',
};

/** A page with fewer of any language's words proves nothing. */
const minWords = 4;
/** Number of times more of its words a language has to have than the one that the page was read in. */
const clearly = 1.3;

const wordSets = new Map(
  Object.entries(frequentWords).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** The language that a text is clearly written in, of those given; undefined where that is not clear. */
export function detectLanguage(text: string, among: readonly string[], current: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (language: string) => {
    const known = wordSets.get(language);
    return known ? words.filter((word) => known.has(word)).length : 0;
  };
  const [best] = among
    .map((language) => ({ language, count: count(language) }))
    .sort((a, b) => b.count - a.count);
  if (!best || best.count < minWords || best.language === current) return undefined;
  return best.count > clearly * count(current) ? best.language : undefined;
}

let installed: Promise<readonly string[]> | undefined;

async function listInstalled(): Promise<readonly string[]> {
  const { output, complaint } = await runProgram('tesseract', { args: ['--list-langs'] });
  const lines = `${output.toString('utf8')}\n${complaint}`.split('\n').map((line) => line.trim());
  return lines.filter((line) => /^[a-z]{3}(?:_\w+)?$/.test(line) && line !== 'osd');
}

/** The languages that tesseract reads here; asked once. Throws SYSTEM_PROGRAM_MISSING. */
function installedLanguages(): Promise<readonly string[]> {
  installed ??= listInstalled();
  return installed;
}

const paper = 255;

/** Turns a picture by quarters, clockwise. */
export function turnPicture(picture: Picture, quarters: number): Picture {
  const { width, height, pixels } = picture;
  const turns = ((quarters % 4) + 4) % 4;
  if (turns === 0) return picture;
  if (turns === 2) return { width, height, pixels: pixels.toReversed() };
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = turns === 1 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y;
      turned[at] = pixels[y * width + x] as number;
    }
  return { width: height, height: width, pixels: turned };
}

/** Rotates a picture by the given degrees so that its lines are level; its edges may be cut, and new areas are white. */
export function straighten({ width, height, pixels }: Picture, degrees: number): Picture {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2];
  const straight = new Uint8Array(pixels.length).fill(paper);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const fromX = cos * (x - middleX) - sin * (y - middleY) + middleX;
      const fromY = sin * (x - middleX) + cos * (y - middleY) + middleY;
      if (fromX < 0 || fromY < 0 || fromX >= width - 1 || fromY >= height - 1) continue;
      const left = fromX | 0;
      const top = fromY | 0;
      const right = fromX - left;
      const below = fromY - top;
      const at = top * width + left;
      const above = (pixels[at] as number) * (1 - right) + (pixels[at + 1] as number) * right;
      const under = (pixels[at + width] as number) * (1 - right) + (pixels[at + width + 1] as number) * right;
      straight[y * width + x] = above * (1 - below) + under * below;
    }
  return { width, height, pixels: straight };
}

/** Mean confidence, by characters, from which on all of a reading is taken for text. */
const minTextConfidence = 50;
/** Confidence that tesseract hardly ever has in a pattern. */
const sureConfidence = 70;
/** Share of the characters in words that tesseract is sure of, from which on a reading is that of a bad scan. */
const minSureShare = 0.08;

/** A word of three letters or digits, or a sign that is a word by itself. */
const isSureWord = ({ text, confidence }: Word) =>
  confidence >= sureConfidence && /[\p{L}\p{N}]{3}|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(text);

const lengthOf = (words: readonly Word[]) => words.reduce((sum, { text }) => sum + text.length, 0);

/** Returns the mean confidence of tesseract in lines, from 0 to 100, by characters. */
function confidenceOf(lines: readonly TextLine[]): number {
  const words = lines.flatMap((line) => line.words);
  const sum = words.reduce((total, { text, confidence }) => total + text.length * confidence, 0);
  return sum / Math.max(1, lengthOf(words));
}

/**
 * Leaves out the words that tesseract makes of photos and patterns, of which it is sure of next to none; `confidence` is its mean
 * confidence in all that it has found. A sign on a photo stays: a line that is mostly sure.
 */
function withoutNoise(lines: readonly TextLine[], confidence: number): readonly TextLine[] {
  if (confidence >= minTextConfidence) return lines;
  const sureLength = ({ words }: TextLine) => lengthOf(words.filter(isSureWord));
  const all = lengthOf(lines.flatMap(({ words }) => words));
  const sure = lines.reduce((sum, line) => sum + sureLength(line), 0);
  if (sure >= minSureShare * all && sure > 0) return lines;
  return lines.filter((line) => sureLength(line) * 2 >= lengthOf(line.words));
}

export interface ReadingOptions {
  /** Languages by tesseract's names; none to detect each page's language among the installed ones. */
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
  /** Size of the original picture if it was rotated by quarters: coordinates in it differ from those of the page. */
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
 * Reads a page in any orientation: level first; where tesseract is not confident, upside down, and as one block of text. Returns the
 * best result, without the noise of a photo.
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
