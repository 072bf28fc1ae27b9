import type { Issue } from '@docfleet/errors/issues';
import { limits } from '@docfleet/runtime/config';
import { printParseErrorCode, visit } from 'jsonc-parser';
import { z } from 'zod';

/** Levels that are checked; deeper than any body of the interface. */
const maxLevels = 16;

interface Place {
  readonly value: unknown;
  readonly path: readonly string[];
}

function textIssue(text: string): string | undefined {
  if (text.includes('\0')) return 'contains the character NUL, which cannot be stored';
  if (!text.isWellFormed()) return 'contains half of a surrogate pair, which is no character';
  return undefined;
}

function nameIssue(name: string, path: readonly string[]): Issue | undefined {
  // Parsers of records leave it out without a word, and a filter without its only condition matches everything.
  if (name === '__proto__') return { path: [...path, name].join('.'), message: 'is not a known field' };
  const message = textIssue(name);
  return message ? { path: path.join('.'), message: `has a field whose name ${message}` } : undefined;
}

/** Finds the first string, key or depth that no store could hold. Iterates without recursion: depth is the caller's choice. */
export function findUnstorable(root: unknown): Issue | undefined {
  const pending: Place[] = [{ value: root, path: [] }];
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { value, path } = place;
    if (typeof value === 'string') {
      const message = textIssue(value);
      if (message) return { path: path.join('.'), message };
    } else if (value !== null && typeof value === 'object') {
      if (path.length >= maxLevels) return { path: path.join('.'), message: 'is nested too deeply' };
      for (const [key, child] of Object.entries(value)) {
        const issue = nameIssue(key, path);
        if (issue) return issue;
        pending.push({ value: child, path: [...path, key] });
      }
    }
  }
  return undefined;
}

const [quote, backslash, comma, bracket, brace] = ['"', '\\', ',', '[', '{'].map((mark) =>
  mark.charCodeAt(0),
);

/** Returns the end of a string that begins at `start`, or of the text, if it has no end. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * Whether JSON has more values than any request needs. Each costs many times as much to read and to check as a character of a text: a body
 * that a long text may have would keep the process busy for a minute.
 */
export function hasTooManyValues(text: string): boolean {
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma || code === bracket || code === brace) {
      values += 1;
      if (values > limits.bodyValues) return true;
    }
  }
  return false;
}

/** Parses the JSON of a request; throws a SyntaxError where it is none, or has too many values. */
export function parseJson(text: string): unknown {
  if (hasTooManyValues(text)) throw new SyntaxError('too many values');
  return JSON.parse(text);
}

/** Finding the position reads the text a second time, which a larger one is not worth. */
const maxSearchedLength = 1_000_000;

/** By the names of the parser's error codes. */
const sentences: Readonly<Record<string, string>> = {
  InvalidSymbol: 'unexpected text; strings and field names need double quotes',
  InvalidNumberFormat: 'not a valid number',
  PropertyNameExpected: 'a field name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is expected',
  CloseBracketExpected: 'a closing bracket is expected',
  EndOfFileExpected: 'nothing may follow the first value',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'a string has no closing quote',
  UnexpectedEndOfNumber: 'a number is incomplete',
  InvalidUnicode: 'an incomplete \\u escape',
  InvalidEscapeCharacter: 'an unknown escape in a string; a backslash is written \\\\',
  InvalidCharacter: 'a control character in a string; a line break is written \\n',
};

/** Describes the fault of a text that was refused as JSON, with line and column where they can be found. */
export function describeBrokenJson(text: string): string {
  const plain = 'is not valid JSON';
  if (hasTooManyValues(text)) return `has more than ${limits.bodyValues} values`;
  if (text.length > maxSearchedLength) return plain;
  let found: string | undefined;
  try {
    visit(
      text,
      {
        onError(code, _offset, _length, line, column) {
          found ??= `${plain} at line ${line + 1}, column ${column + 1}: ${sentences[printParseErrorCode(code)] ?? 'it cannot be read here'}`;
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    // Nested so deeply that the search overflows the stack.
    if (!(error instanceof RangeError)) throw error;
  }
  return found ?? plain;
}

/** Values that clients send for a field that is not set. */
const isUnset = (text: string) => text === '' || text === 'undefined';

const pathOf = ({ path }: Issue) => (path === '' ? [] : [path]);

/** A form's field that holds JSON of this schema; unset when it is missing, empty or the word `undefined`. */
export function formJson<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .optional()
    .transform((text, context): unknown => {
      if (text === undefined || isUnset(text)) return undefined;
      const refuse = (message: string, path: string[] = []) => {
        context.issues.push({ code: 'custom', message, path, input: text });
        return z.NEVER;
      };
      try {
        const value = parseJson(text);
        // The form's own text was checked before, with its escapes unread.
        const unstorable = findUnstorable(value);
        return unstorable ? refuse(unstorable.message, pathOf(unstorable)) : value;
      } catch {
        return refuse(describeBrokenJson(text));
      }
    })
    .pipe(schema);
}
