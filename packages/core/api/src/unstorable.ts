import type { Issue } from '@docfleet/errors/issues';

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
