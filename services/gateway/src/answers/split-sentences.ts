const mark = /^(?:\[|【)\s*\d/;
/** A longer one is no citation, but text that begins like one. */
const longestMark = 700;
/** A longer sentence is cut at a space: a model that never ends one is still read piece by piece. */
const longestSentence = 4_000;
/** Code is one piece until it is longer than answers are. */
const longestFence = 6_000;
const fence = /^\s*(?:```|~~~)/;
const abbreviation =
  /(?:^|[\s(])(?:\p{L}|\d{1,3}|e\.g|i\.e|etc|approx|no|vs|cf|dr|mr|mrs|ms|prof|st|fig|sec|z\.\s?b|d\.\s?h|bzw|ca|usw|nr|abs|art|p|pp)$/iu;
const openings: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' };

/** Where the citation that begins here ends; `undefined`: not yet known; -1: it is none. A bracket within its quote does not end it. */
function endOfMark(text: string, start: number): number | undefined {
  let closing: string | undefined;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (at - start > longestMark || character === '\n') return -1;
    if (closing) closing = character === closing || character === '"' ? undefined : closing;
    else if (character === ']' || character === '】') return at + 1;
    else closing = openings[character];
  }
  return undefined;
}

/** Where a block of code that begins here ends. */
function endOfFence(text: string): number | undefined {
  const opened = fence.exec(text);
  if (!opened) return -1;
  const closing = text.indexOf(opened[0].trim(), opened[0].length);
  if (closing < 0) return text.length > longestFence ? -1 : undefined;
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
    const isBracket = text[next] === '[' || text[next] === '【';
    if (!isBracket) return at;
    if (next + 1 >= text.length) return undefined;
    if (!mark.test(text.slice(next, next + 6))) return at;
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
  return character !== '.' || !abbreviation.test(text.slice(Math.max(0, at - 12), at));
}

/** Where the first sentence of a text ends; undefined while that is not known. */
function endOfSentence(text: string): number | undefined {
  const end = endOfFence(text);
  if (end === undefined || end > 0) return end;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '[' || character === '【') {
      if (at + 1 >= text.length) return undefined;
      if (!mark.test(text.slice(at, at + 6))) continue;
      const markEnd = endOfMark(text, at);
      if (markEnd === undefined) return undefined;
      if (markEnd > 0) at = markEnd - 1;
      continue;
    }
    if (character === '\n') {
      if (hasContent(text.slice(0, at))) return at;
      continue;
    }
    const ends = isEnd(text, at);
    if (ends === undefined) return undefined;
    if (ends && hasContent(text.slice(0, at))) return endOfTail(text, at + 1);
  }
  if (text.length <= longestSentence) return undefined;
  const space = text.lastIndexOf(' ', longestSentence);
  return space > 0 ? space : longestSentence;
}

/** Cuts a text into sentences as it comes: `push` returns those that are whole by now, `end` the rest. */
export function createSentenceSplitter() {
  let rest = '';
  const take = (): string[] => {
    const sentences: string[] = [];
    for (let end = endOfSentence(rest); end !== undefined && end > 0; end = endOfSentence(rest)) {
      sentences.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    return sentences;
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
