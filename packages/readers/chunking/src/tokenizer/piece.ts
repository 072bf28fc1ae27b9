import {
  characterClasses,
  classAt,
  digit,
  letter,
  newline,
  other,
  space,
  widthAt,
} from './character-class.ts';

const apostrophe = 0x27;
const blank = 0x20;
const longS = 0x17f;
const lowerCase = 0x20;

/**
 * Returns the end of the piece that begins at `start`. Byte pairs are merged within pieces only, which are the matches of
 * `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+` (openai/tiktoken,
 * cl100k_base). Written out because a regular expression takes three times as long.
 *
 * No piece looks back, and a space after a visible character always begins one: so tokens can be counted separately on both sides of a
 * space, and of the end of a line.
 */
export function pieceEnd(text: string, start: number): number {
  const classes = characterClasses();
  if (text.charCodeAt(start) === apostrophe) {
    const end = contractionEnd(text, start);
    if (end > start) return end;
  }
  const first = classAt(text, start, classes);
  if (first === letter) return runEnd(text, start, letter, classes);
  if (first === digit) return numberEnd(text, start, classes);

  const second = start + widthAt(text, start);
  const following = second < text.length ? classAt(text, second, classes) : newline;
  if (first !== newline && following === letter) return runEnd(text, second, letter, classes);
  if (first === other || (following === other && text.charCodeAt(start) === blank)) {
    return newlinesEnd(text, runEnd(text, second, other, classes), classes);
  }
  return whiteSpaceEnd(text, start, classes);
}

function contractionEnd(text: string, start: number): number {
  const first = text.charCodeAt(start + 1);
  if (first === longS) return start + 2; // A lower-case s, to a case-insensitive pattern.
  switch (String.fromCharCode(first | lowerCase)) {
    case 's':
    case 't':
    case 'm':
    case 'd':
      return start + 2;
    case 'r':
    case 'v':
      return /e/i.test(text.charAt(start + 2)) ? start + 3 : start;
    case 'l':
      return /l/i.test(text.charAt(start + 2)) ? start + 3 : start;
    default:
      return start;
  }
}

function runEnd(text: string, start: number, wanted: number, classes: Uint8Array): number {
  let end = start;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code < 0xd800 || code > 0xdfff) {
      if (classes[code] !== wanted) break;
      end++;
    } else {
      if (classAt(text, end, classes) !== wanted) break;
      end += widthAt(text, end);
    }
  }
  return end;
}

function numberEnd(text: string, start: number, classes: Uint8Array): number {
  let end = start;
  for (let digits = 0; digits < 3 && end < text.length; digits++) {
    if (classAt(text, end, classes) !== digit) break;
    end += widthAt(text, end);
  }
  return end;
}

function newlinesEnd(text: string, start: number, classes: Uint8Array): number {
  let end = start;
  while (end < text.length && classes[text.charCodeAt(end)] === newline) end++;
  return end;
}

/** Up to the last line break of the run; without one, up to the space that belongs to the word after it. */
function whiteSpaceEnd(text: string, start: number, classes: Uint8Array): number {
  let end = start;
  let afterNewline = start;
  for (; end < text.length; end++) {
    const current = classes[text.charCodeAt(end)];
    if (current === newline) afterNewline = end + 1;
    else if (current !== space) break;
  }
  if (afterNewline > start) return afterNewline;
  return end === text.length || end - start === 1 ? end : end - 1;
}
