const structure = /["{}[\]]/g;
const string = /"(?:[^"\\]|\\[\s\S])*"/y;
const scalar = /[^\s,\]}{["]+/y;

/** Deeper values are not taken apart. */
const maxDepth = 100;

/**
 * Returns the end of the JSON value that begins at `start`; undefined if it is not within `most` characters, or the value is nested too
 * deeply to be parsed.
 */
export function valueEnd(text: string, start: number, most: number): number | undefined {
  const first = text[start];
  if (first !== '{' && first !== '[') return matchEnd(first === '"' ? string : scalar, text, start);
  let depth = 0;
  structure.lastIndex = start;
  for (let match = structure.exec(text); match; match = structure.exec(text)) {
    const [character] = match;
    if (match.index - start > most) return undefined;
    if (character === '"') {
      const end = matchEnd(string, text, match.index);
      if (end === undefined) return undefined;
      structure.lastIndex = end;
      continue;
    }
    depth += character === '{' || character === '[' ? 1 : -1;
    if (depth > maxDepth) return undefined;
    if (depth === 0) return match.index + 1;
  }
  return undefined;
}

function matchEnd(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
