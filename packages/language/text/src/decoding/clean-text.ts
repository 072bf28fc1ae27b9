import { AppError } from '@docfleet/errors';

/** Characters of a piece of text: enough to be worth the work on it, few enough to hold many. */
const pieceLength = 64 * 1_024;

/** Regroups a text into pieces of 64 Ki characters, the last one shorter; no piece ends within a surrogate pair. */
export async function* cutText(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const text of texts) {
    held += text;
    let start = 0;
    while (held.length - start > pieceLength) {
      const end = endOfPiece(held, start);
      yield held.slice(start, end);
      start = end;
    }
    held = held.slice(start);
  }
  if (held) yield held;
}

function endOfPiece(text: string, start: number): number {
  const end = start + pieceLength;
  const last = text.charCodeAt(end - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return isHighSurrogate ? end - 1 : end;
}

const newlines = /\r\n?|[\f\v\u0085\u2028\u2029]/g;
/** Control characters other than white space, byte order marks, and replacement characters. */
const unwanted = /[^\P{Cc}\t\n\v\f\r\u0085]|[\ufeff\ufffd]/gu;

const [bell, back, escapeSign] = ['\u0007', '\u0008', '\u001b'];
const title = String.raw`\][^${bell}${escapeSign}\n]{0,200}`;
/** Sequences that color a terminal, move in it or name its window, as logs of programs keep them. ECMA-48. */
const sequences = new RegExp(
  String.raw`${escapeSign}(?:\[[0-?]*[ -/]*[@-~]|${title}(?:${bell}|${escapeSign}\\)|[()*+#%][\dA-Za-z@]|[78=>])`,
  'g',
);
const openSequence = new RegExp(String.raw`${escapeSign}(?:\[[0-?]{0,60}[ -/]{0,4}|${title}|[()*+#%]?)$`);
/** A letter that is struck over by itself, by a line below it or as a bullet, as pages of a manual are printed; a backspace elsewhere deletes nothing. */
const struckOver = new RegExp(
  String.raw`([^\n${back}])${back}(?=\1)|_${back}|(?<=[^\n${back}])${back}_|\+${back}(?=o)`,
  'gu',
);

/** Intact characters per damaged one, after the first few. */
const goodPerBad = 20;
const alwaysAllowed = 32;

export interface TextCleaner {
  clean(piece: string): string;
  /** Cleans the last piece, which may be all of the text. */
  end(piece: string): string;
}

const lastLetters = new RegExp(`(?:[^\\n${back}]${back})*[^]?$`, 'u');
/** The last character of a text, which the next piece may strike over, with those that it strikes over itself. */
const lastCharacter = (text: string): string => lastLetters.exec(text.slice(-20))?.[0] ?? '';

/**
 * Makes decoded text fit to be stored: every kind of newline becomes `\n`; control characters other than the tab,
 * NUL and byte order marks among them, are left out; characters that could not be decoded stay as U+FFFD. Throws
 * DOCUMENT_UNREADABLE when more than one character in 20 is damaged: then the text is no text, or not of its encoding.
 * NUL does not count: logs that a crash has cut short end in thousands of them. Sequences of terminals and letters that are struck over are left
 * out, and count neither.
 */
export function createTextCleaner(encoding: () => string): TextCleaner {
  let isAfterReturn = false;
  let position = 0;
  let damaged = 0;
  let held = '';

  const count = (character: string, offset: number): string => {
    if (character !== '\0' && character !== '\ufeff') damaged++;
    if (damaged > alwaysAllowed + (position + offset) / goodPerBad) throw tooDamaged(encoding());
    return character === '\ufffd' ? character : '';
  };
  const clean = (text: string): string => {
    const piece = text.replace(struckOver, '');
    const cleaned = piece.replace(unwanted, count).replace(newlines, '\n');
    position += piece.length;
    // The line feed of a pair that was cut in two: its return has become a newline already.
    const isSecondHalf = isAfterReturn && piece.startsWith('\n');
    if (piece.length > 0) isAfterReturn = piece.endsWith('\r');
    return isSecondHalf ? cleaned.slice(1) : cleaned;
  };
  return {
    clean(given) {
      const whole = (held + given).replace(sequences, '');
      const open = openSequence.exec(whole)?.[0] ?? '';
      held = lastCharacter(whole.slice(0, whole.length - open.length)) + open;
      return clean(whole.slice(0, whole.length - held.length));
    },
    end: (given) => clean((held + given).replace(sequences, '').replace(openSequence, '')),
  };
}

function tooDamaged(encoding: string): AppError {
  return new AppError(
    'DOCUMENT_UNREADABLE',
    `The text cannot be decoded: it was read as ${encoding.toUpperCase()}, and too many of its characters are invalid. ` +
      'Save it as UTF-8 and send it again',
  );
}
