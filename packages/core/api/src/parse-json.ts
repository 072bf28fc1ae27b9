import { limits } from '@docfleet/runtime/config';

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
