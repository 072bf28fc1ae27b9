import type { Value } from '../../values/value.ts';
import type { ValueItem } from '../../values/write-items.ts';
import { valueEnd } from './value-end.ts';

/** The part of a text that is being read. */
interface TextWindow {
  readonly text: string;
  readonly position: number;
  /** Passes over white space; answers the next character, which is still to be read, or '' at the end. */
  next(): Promise<string>;
  /** Reads on, so that as much is shown as there has to be. */
  fill(): Promise<void>;
  skip(characters: number): void;
  /** Returns the text that has not been read yet. */
  rest(): AsyncGenerator<string>;
}

const whiteSpace = /[\s\ufeff]*/y;

/** Reads a text through a window with a minimum of characters beyond the current position, if the text has that many. */
function createTextWindow(pieces: AsyncIterable<string>, ahead: number): TextWindow {
  const source = pieces[Symbol.asyncIterator]();
  let text = '';
  let position = 0;
  let isEnded = false;

  const fill = async () => {
    if (isEnded || text.length - position > ahead) return;
    text = text.slice(position);
    position = 0;
    while (!isEnded && text.length < 2 * ahead) {
      const { value, done } = await source.next();
      if (done) isEnded = true;
      else text += value;
    }
  };
  return {
    get text() {
      return text;
    },
    get position() {
      return position;
    },
    async next() {
      while (true) {
        await fill();
        whiteSpace.lastIndex = position;
        whiteSpace.test(text);
        position = whiteSpace.lastIndex;
        if (position < text.length || isEnded) return text[position] ?? '';
      }
    },
    fill,
    skip(characters) {
      position += characters;
    },
    async *rest() {
      yield text.slice(position);
      while (!isEnded) {
        const { value, done } = await source.next();
        if (done) isEnded = true;
        else yield value;
      }
    },
  };
}

/** Characters of a text that are decoded at once. */
const maxDecodedLength = 250_000;
const characters = /(?:[^"\\]+|\\u[0-9a-f]{4}|\\[^u])*/iy;
/** Ends of a part that may go on in the next one: a word, or half of a surrogate pair. */
const unfinished = /[^\s]*$/;
const halfCharacter = /[\uD800-\uDBFF]$/;

function decode(escaped: string): string | undefined {
  try {
    return JSON.parse(`"${escaped}"`) as string;
  } catch {
    return undefined;
  }
}

/** The end of a part that is kept for the next: a whole word where there is room for it. */
function heldBack(part: string): string {
  const [word = ''] = unfinished.exec(part.slice(-1_000)) ?? [];
  return word.length < Math.min(part.length, 1_000) ? word : (halfCharacter.exec(part)?.[0] ?? '');
}

/**
 * Reads a string that is too long to be parsed at once, in parts that end between words. Returns whether its closing quote was
 * reached; otherwise the rest is no JSON.
 */
async function* readLongText(window: TextWindow): AsyncGenerator<string, boolean> {
  let held = '';
  window.skip(1);
  for (;;) {
    await window.fill();
    characters.lastIndex = 0;
    const [escaped = ''] =
      characters.exec(window.text.slice(window.position, window.position + maxDecodedLength)) ?? [];
    const text = decode(escaped);
    if (!text) break;
    window.skip(escaped.length);
    const part = held + text;
    held = heldBack(part);
    yield part.slice(0, part.length - held.length);
  }
  if (held !== '') yield held;
  if (window.text[window.position] !== '"') return false;
  window.skip(1);
  return true;
}

/** Characters of a value that is parsed at once; the members of longer ones come one by one. */
const maxValueLength = 1_000_000;
/** Members of a long object that are given together. */
const membersAtOnce = 500;
/** Containers that are opened within each other before the rest is left as it is. */
const maxDepth = 64;

/** Thrown where a text turns out to be no JSON. */
class NotJson extends Error {}

/** Reads JSON, or many values one after the other, with at most some megabytes in memory. From where it is none, text follows. */
export async function* readItems(pieces: AsyncIterable<string>): AsyncGenerator<ValueItem> {
  const window = createTextWindow(pieces, maxValueLength);
  let values = 0;
  try {
    while ((await window.next()) !== '') {
      const start = window.position;
      for await (const item of readValue(window, [], 0)) {
        const isWhole = item.kind === 'value' && item.path.length === 0;
        const isSequence = isWhole && (values > 0 || (await window.next()) !== '');
        yield isSequence ? { ...item, kind: 'element' } : item;
      }
      values++;
      if (window.position === start) throw new NotJson();
    }
  } catch (cause) {
    if (!(cause instanceof NotJson)) throw cause;
    for await (const text of window.rest()) yield { kind: 'text', text };
  }
}

async function* readValue(
  window: TextWindow,
  path: readonly string[],
  depth: number,
): AsyncGenerator<ValueItem> {
  const first = await window.next();
  const end = valueEnd(window.text, window.position, maxValueLength);
  if (end !== undefined) yield { kind: 'value', path, value: parse(window, end) };
  else if (depth < maxDepth && (first === '{' || first === '['))
    yield* openContainer(window, path, depth, first);
  else if (first === '"') yield* readPassages(window, path);
  else throw new NotJson();
}

async function* readPassages(window: TextWindow, path: readonly string[]): AsyncGenerator<ValueItem> {
  const parts = readLongText(window);
  for (;;) {
    const { value, done } = await parts.next();
    if (!done) yield { kind: 'passage', path, value };
    else if (value) return;
    else throw new NotJson();
  }
}

async function* openContainer(
  window: TextWindow,
  path: readonly string[],
  depth: number,
  first: '{' | '[',
): AsyncGenerator<ValueItem> {
  const last = first === '{' ? '}' : ']';
  window.skip(1);
  if (first === '{') yield* readScalarMembers(window, path);
  while ((await window.next()) !== last) {
    const name = first === '{' ? [await readName(window)] : [];
    await window.next();
    const end = first === '[' ? valueEnd(window.text, window.position, maxValueLength) : undefined;
    if (end !== undefined) yield { kind: 'element', path, value: parse(window, end) };
    else
      for await (const item of readValue(window, [...path, ...name], depth + 1)) {
        const isElement = first === '[' && item.kind === 'value' && item.path.length === path.length;
        yield isElement ? { ...item, kind: 'element' } : item;
      }
    const separator = await window.next();
    if (separator === ',') window.skip(1);
    else if (separator !== last) throw new NotJson();
  }
  window.skip(1);
}

/** The members of an object before the first that has members of its own, some hundreds at once. */
async function* readScalarMembers(window: TextWindow, path: readonly string[]): AsyncGenerator<ValueItem> {
  const members = new Map<string, Value>();
  const take = (): ValueItem => ({ kind: 'members', path, value: Object.fromEntries(members) });
  for (let member = await scalarMemberAt(window); member; member = await scalarMemberAt(window)) {
    members.set(member.name, parse(window, member.end));
    if ((await window.next()) === ',') window.skip(1);
    else break;
    if (members.size < membersAtOnce) continue;
    yield take();
    members.clear();
  }
  if (members.size > 0) yield take();
}

/** A member whose value is a text, number or the like, up to that value; undefined, with nothing read, where another one stands. */
async function scalarMemberAt(window: TextWindow): Promise<{ name: string; end: number } | undefined> {
  if ((await window.next()) !== '"') return undefined;
  const nameEnd = valueEnd(window.text, window.position, maxValueLength);
  const value = nameEnd === undefined ? undefined : scalarBehind(window.text, nameEnd);
  if (nameEnd === undefined || !value) return undefined;
  const name = String(parse(window, nameEnd));
  window.skip(value.start - nameEnd);
  return { name, end: value.end };
}

const colon = /\s*:\s*(?![\s{[])/y;

function scalarBehind(text: string, nameEnd: number): { start: number; end: number } | undefined {
  colon.lastIndex = nameEnd;
  if (!colon.test(text)) return undefined;
  const start = colon.lastIndex;
  const end = valueEnd(text, start, maxValueLength);
  // A value at the end of the window may continue beyond it.
  return end === undefined || end === text.length ? undefined : { start, end };
}

async function readName(window: TextWindow): Promise<string> {
  const end =
    (await window.next()) === '"' ? valueEnd(window.text, window.position, maxValueLength) : undefined;
  if (end === undefined) throw new NotJson();
  const name = String(parse(window, end));
  if ((await window.next()) !== ':') throw new NotJson();
  window.skip(1);
  return name;
}

function parse(window: TextWindow, end: number): Value {
  const json = window.text.slice(window.position, end);
  try {
    const value = /\d{16}/.test(json) ? JSON.parse(json, keepDigits) : JSON.parse(json);
    window.skip(end - window.position);
    return value as Value;
  } catch {
    throw new NotJson();
  }
}

/** Identifiers of many digits must not be rounded: they stay as they were written. */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? value) : value;
}
