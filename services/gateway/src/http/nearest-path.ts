import leven from 'leven';

/** Maximum of typos in a path that is still suggested. */
const maxTypos = 2;
/** Maximum length of paths that are compared, in characters. */
const maxLength = 200;

/** Returns how many characters two names differ by; one where a word follows, as in `urls-list` for `urls`. */
function typosOf(part: string, name: string): number {
  const singular = name.replace(/s$/, '');
  const isBeginning = part.startsWith(singular) && /^s?[-_]/.test(part.slice(singular.length));
  return isBeginning ? 1 : leven(part, name);
}

/** Returns how many characters two paths differ by; ids match anything. Infinity when the numbers of segments differ. */
function distance(given: string, path: string): number {
  const [parts, known] = [given.split('/'), path.split('/')];
  if (parts.length !== known.length) return Number.POSITIVE_INFINITY;
  return parts.reduce((sum, part, at) => {
    const name = known[at] ?? '';
    return sum + (name.startsWith('{') ? 0 : typosOf(part, name));
  }, 0);
}

/** Returns the known path that an unknown one most likely meant, with `{…}` for its ids: within two typos, or without its `/v1`. */
export function nearestPath(given: string, paths: readonly string[]): string | undefined {
  if (given.length > maxLength) return undefined;
  const [nearest] = paths
    .map((path) => ({ path, typos: Math.min(distance(given, path), distance(`/v1${given}`, path)) }))
    .toSorted((one, other) => one.typos - other.typos);
  return nearest !== undefined && nearest.typos <= maxTypos ? nearest.path : undefined;
}
