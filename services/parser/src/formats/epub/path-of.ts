import { posix } from 'node:path';

/** The path in the book that an address in one of its documents means, without its fragment. */
export function pathOf(base: string, href: string): string {
  const [path = ''] = href.split('#', 1);
  return posix.resolve('/', posix.dirname(base), unescapePath(path)).slice(1);
}

function unescapePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
