const mark = /^(?:\[{1,2}|【)\s*(?:(?:source|document|doc|passage|quelle|id)[ :]{0,2})?\^?\d/i;
/** A citation in round brackets, which has a quote, and what may become one. */
const roundMark = /^\(\d{1,3}:\s?["“„«]/;
const roundMarkBegun = /^\((?:\d{1,3}(?::\s?)?)?$/;
/** Maximum length of a citation; longer ones are text that begins like one. */
const maxMarkLength = 700;
/** Maximum length of a sentence. A longer sentence is cut at a space: a model that never ends one is still read piece by piece. */
const maxSentenceLength = 4_000;
/** Code is one piece until it is longer than answers are. */
const maxFenceLength = 6_000;
const fence = /^\s*(?:```|~~~)/;
const abbreviation =
  /(?:^|[\s(])(?:\p{L}|\d{1,3}|e\.g|i\.e|etc|approx|no|vs|cf|dr|mr|mrs|ms|prof|st|fig|sec|z\.\s?b|d\.\s?h|bzw|ca|usw|nr|abs|art|p|pp)$/iu;
const openings: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' };

/** Whether a citation begins here; `undefined`: more has to come. */
function beginsMark(text: string, at: number): boolean | undefined {
  const character = text[at];
  const begun = text.slice(at, at + 7);
  if (character === '(') return roundMarkBegun.test(begun) ? undefined : roundMark.test(begun);
  if (character !== '[' && character !== '【') return false;
  return begun.length === 1 ? undefined : mark.test(begun);
}

/** Returns the end of the citation that begins here; `undefined`: not yet known; -1: no citation. A bracket within its quote does not end it. */
function endOfMark(text: string, start: number): number | undefined {
  let closing: string | undefined;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (at - start > maxMarkLength || character === '\n') return -1;
    if (closing) closing = character === closing || character === '"' ? undefined : closing;
    else if (text[start] === '(') {
      if (character === ')') return at + 1;
      closing = openings[character];
    } else if (character === ']' && text[start + 1] === '[') {
      if (at + 1 === text.length) return undefined;
      return text[at + 1] === ']' ? at + 2 : at + 1;
    } else if (character === ']' || character === '】') return at + 1;
    else closing = openings[character];
  }
  return undefined;
}

/** Returns the end of a block of code that begins here. */
function endOfFence(text: string): number | undefined {
  const opened = fence.exec(text);
  if (!opened) return -1;
  const closing = text.indexOf(opened[0].trim(), opened[0].length);
  if (closing < 0) return text.length > maxFenceLength ? -1 : undefined;
  const line = text.indexOf('\n', closing);
  return line < 0 ? undefined : line;
}

const isSpace = (character: string | undefined) => character !== undefined && /[^\S\n]/.test(character);
const isWide = (character: string) => '。！？'.includes(character);
const hasContent = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** The end of what follows a sentence's last character and belongs to it: closing signs, spaces and citations. `undefined`: more may come. */
function endOfTail(text: string, start: number): number | undefined {
  let at = start;
  while (/["”’)*_]/.test(text[at] ?? '')) at += 1;
  for (;;) {
    let next = at;
    while (isSpace(text[next])) next += 1;
    if (next >= text.length) return undefined;
    const isMark = beginsMark(text, next);
    if (!isMark) return isMark === false ? at : undefined;
    const end = endOfMark(text, next);
    if (end === undefined) return undefined;
    if (end < 0) return at;
    at = end;
    if (/[.!?。]/.test(text[at] ?? '')) at += 1;
  }
}

/** Whether a character ends a sentence; `undefined`: the next one decides. */
function isEnd(text: string, at: number): boolean | undefined {
  const character = text[at] ?? '';
  if (isWide(character)) return true;
  if (!/[.!?]/.test(character)) return false;
  let next = at + 1;
  while (/["”’)*_]/.test(text[next] ?? '')) next += 1;
  const following = text[next];
  if (following === undefined) return undefined;
  if (!/\s/.test(following) && following !== '[' && following !== '【') return false;
  if (character !== '.') return true;
  if (abbreviation.test(text.slice(Math.max(0, at - 12), at))) return false;
  const goesOn = isFollowedBySmallLetter(text, next);
  return goesOn === undefined ? undefined : !goesOn;
}

/** Blanks that are read for the letter behind them. */
const maxBlanks = 8;

/** Whether a small letter follows on the line: "6 a.m. to 2 p.m." goes on. `undefined`: more may come. */
function isFollowedBySmallLetter(text: string, start: number): boolean | undefined {
  let at = start;
  while (at < start + maxBlanks && isSpace(text[at])) at += 1;
  return at >= text.length ? undefined : /\p{Ll}/u.test(text[at] ?? '');
}

/** Position up to which a text was read without finding the end of its first sentence, and whether it says anything up to there. */
interface Progress {
  at: number;
  hasContent: boolean;
}

/** Returns the end of a sentence that is too long: at a space, where there is one. */
function endOfLong(text: string): number {
  const space = text.lastIndexOf(' ', maxSentenceLength);
  return space > 0 ? space : maxSentenceLength;
}

/** Whether a sentence ends with the character at `progress`, or how far it is skipped as a citation; undefined: more has to come. */
function readCharacter(
  text: string,
  { at, hasContent }: Progress,
): { end?: number; next: number } | undefined {
  const character = text[at] ?? '';
  const next = at + 1;
  const isMark = beginsMark(text, at);
  if (isMark === undefined) return undefined;
  if (isMark) {
    const markEnd = endOfMark(text, at);
    return markEnd === undefined ? undefined : { next: Math.max(markEnd, next) };
  }
  if (character === '\n') return hasContent ? { end: at, next } : { next };
  const ends = isEnd(text, at);
  if (ends === undefined) return undefined;
  if (!ends || !hasContent) return { next };
  const end = endOfTail(text, next);
  return end === undefined ? undefined : { end, next };
}

/**
 * Finds the end of the first sentence of a text; undefined while that is not known. Goes on where it stopped before, as a model may write a line of
 * blanks token by token.
 */
function endOfSentence(text: string, progress: Progress): number | undefined {
  const end = endOfFence(text);
  if (end === undefined || end > 0) return end;
  while (progress.at < Math.min(text.length, maxSentenceLength)) {
    const read = readCharacter(text, progress);
    if (read?.end !== undefined) return read.end;
    // A citation's end that has not come within its maximum length does not come.
    if (!read && text.length <= maxSentenceLength + maxMarkLength) return undefined;
    const next = read?.next ?? progress.at + 1;
    // With the character before: of a pair of surrogates, either half says nothing.
    progress.hasContent ||= hasContent(text.slice(Math.max(0, progress.at - 1), next));
    progress.at = next;
  }
  return text.length > maxSentenceLength ? endOfLong(text) : undefined;
}

/** Cuts a text into sentences as it comes: `push` returns those that are whole by now, `end` the rest. */
export function createSentenceSplitter() {
  let rest = '';
  let progress: Progress = { at: 0, hasContent: false };
  const take = (): string[] => {
    const sentences: string[] = [];
    for (;;) {
      const end = endOfSentence(rest, progress);
      if (end === undefined || end === 0) return sentences;
      sentences.push(rest.slice(0, end));
      rest = rest.slice(end);
      progress = { at: 0, hasContent: false };
    }
  };
  return {
    push(text: string): string[] {
      rest += text;
      return take();
    },
    end(): string[] {
      // A line's end decides what is still open.
      rest += '\n';
      const sentences = take();
      const last = rest;
      rest = '';
      return last.trim() === '' ? sentences : [...sentences, last.trimEnd()];
    },
  };
}
