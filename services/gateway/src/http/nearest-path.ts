import leven from 'leven';

/** A path that is further away was not meant. */
const maxTypos = 2;
/** Longer paths are not typed, and not compared. */
const maxLength = 200;

/** How many characters differ; ids differ from nothing. Infinity where the paths have not as many parts. */
function distance(given: string, path: string): number {
  const [parts, known] = [given.split('/'), path.split('/')];
  if (parts.length !== known.length) return Number.POSITIVE_INFINITY;
  return parts.reduce((sum, part, at) => {
    const name = known[at] ?? '';
    return sum + (name.startsWith('{') ? 0 : leven(part, name));
  }, 0);
}

/** The known path that was probably meant by an unknown one, with `{…}` for its ids: two typos away, or without its `/v1`. */
export function nearestPath(given: string, paths: readonly string[]): string | undefined {
  if (given.length > maxLength) return undefined;
  const [nearest] = paths
    .map((path) => ({ path, typos: Math.min(distance(given, path), distance(`/v1${given}`, path)) }))
    .toSorted((one, other) => one.typos - other.typos);
  return nearest !== undefined && nearest.typos <= maxTypos ? nearest.path : undefined;
}
