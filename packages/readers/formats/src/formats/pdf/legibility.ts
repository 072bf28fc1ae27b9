import type { PageModel, TextRun } from './page-model.ts';

/** Fewer letters say nothing of a page. */
const minLetters = 200;
/** Share of the letters that are Latin: of others it is not known which are frequent. */
const minLatinShare = 0.8;
/** How frequent the letters from a to z are in languages of Europe, in thousandths, and how frequent those of a text are on average. */
const frequencies = [
  80, 15, 30, 40, 130, 15, 15, 30, 70, 5, 15, 45, 27, 70, 65, 25, 3, 63, 65, 65, 40, 15, 12, 2, 12, 12,
];
const minFrequency = 50;

const vowel = /[aeiouy\u00c0-\u00ff]/i;
/** A number, with its signs and units: `12.5%`, `§3`, `(1,200)`, `2nd`. */
const numeric = /^[^\p{L}]*\d[^\p{L}]*\p{L}{0,3}$/u;
/** Letters of one word in one case, or with a capital in front; several words may be joined by marks, as in names of files and addresses. */
const word = /^\p{Lu}?(?:[\p{Ll}\p{M}]+|[\p{Lu}\p{M}]*)$/u;
const joint = /[-–—'’./:@_&+,;()[\]]+/u;
const words = /\p{L}{3,}/gu;
const loneLetter = /^[aeioyuàéóúAEIOXY]$/;

/** Whether a piece between blanks is a word, a number or a mark, as far as its letters show. */
function isWellFormed(piece: string): boolean {
  const bare = piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (bare === '') return /^[-–—&+=%*•·.…:,;()"'“”‘’/|<>]+$/u.test(piece);
  if (numeric.test(bare)) return true;
  return bare.split(joint).every((part) => {
    if (part === '' || numeric.test(part)) return true;
    if (part.length === 1) return loneLetter.test(part) || bare.length > 1;
    return word.test(part) && (part.length < 4 || vowel.test(part));
  });
}

/** Between both there are punctuation and signs alone. */
const [firstSign, firstOfEast] = [0x2000, 0x2e80];
/** Characters of a page that are judged, and of a page that is drawn, whose letters nearly always have their stated meaning. */
const maxCharacters = 6_000;
const firstCharacters = 1_500;

function textOf(runs: readonly TextRun[], max = maxCharacters): string {
  let text = '';
  for (const run of runs) {
    if (text.length > max) break;
    text += `${run.text} `;
  }
  return text;
}

/** How frequent the Latin letters of a text are in languages on average; undefined where too few of its letters are Latin. */
function frequencyOf(text: string): number | undefined {
  let [latin, plain, sum, others] = [0, 0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const letter = (code | 32) - 97;
    if (code < 0x80 && letter >= 0 && letter < 26) {
      plain++;
      sum += frequencies[letter] as number;
    } else if (code >= 0x250 && (code < firstSign || code >= firstOfEast)) others++;
    else if (code >= 0xc0 && code < 0x250) latin++;
  }
  latin += plain;
  if (latin < minLetters || latin < minLatinShare * (latin + others) || plain === 0) return undefined;
  return sum / plain;
}

/**
 * How much of a text can be one, from 0 to 1: the share of its pieces that are words or numbers, less where its letters are other ones
 * than languages have most of. Undefined where too few letters are Latin to be judged.
 */
function legibilityOf(runs: readonly TextRun[]): number | undefined {
  const text = textOf(runs);
  const frequency = frequencyOf(text);
  if (frequency === undefined) return undefined;
  const pieces = text.match(/\S+/g) ?? [];
  const wellFormed = pieces.filter(isWellFormed).length / pieces.length;
  return Math.min(1, frequency / minFrequency) * wellFormed;
}

/** A picture of this share of the page is a scan, whose text some OCR has read. */
const scanShare = 0.5;
/** Below it a text over a scan is none: good OCR is above .75, also of tables and letters askew. Elsewhere letters alone are wrong. */
const minOfScan = 0.65;
const minOfPage = 0.75;
/** The frequency of letters below which those of a page that is no scan may have wrong meanings. */
const minPageFrequency = 46;

export const isScan = ({ imageShare }: Pick<PageModel, 'imageShare'>): boolean => imageShare >= scanShare;

/** Whether the text of a page is none that anyone wrote: failed OCR, or letters whose stated meaning is wrong. */
export function isIllegible(page: Pick<PageModel, 'runs' | 'imageShare'>): boolean {
  if (isScan(page)) return (legibilityOf(page.runs) ?? 1) < minOfScan;
  const isRare = (of: string) => (frequencyOf(of) ?? minFrequency) < minPageFrequency;
  // Of most pages some letters are counted, and no more; those of codes and figures stand alone.
  if (!isRare(textOf(page.runs, firstCharacters))) return false;
  const text = textOf(page.runs);
  return (
    isRare(text) && isRare(text.match(words)?.join(' ') ?? '') && (legibilityOf(page.runs) ?? 1) < minOfPage
  );
}

/** How much more of the words that OCR reads has to be well formed than of those that a page has. */
const minGain = 0.15;

/** OCR that has read fewer of the characters has failed as well. */
const minReadShare = 0.5;

/** Whether what OCR has read of a page is more of a text than what the page has; other scripts than the Latin one are believed. */
export function isMoreLegible(read: readonly TextRun[], own: readonly TextRun[]): boolean {
  const isEnough = textOf(read).length > minReadShare * textOf(own).length;
  return isEnough && (legibilityOf(read) ?? 1) > (legibilityOf(own) ?? 1) + minGain;
}
