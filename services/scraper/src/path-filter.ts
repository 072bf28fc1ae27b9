/** Filter of the addresses of a source by their paths. */
export interface PathFilter {
  readonly includePaths: readonly string[];
  readonly excludePaths: readonly string[];
}

/** Reason why an address is none of a run's documents. */
export const leftOutByFilter = 'Its address is left out by includePaths or excludePaths';

/** A state of the automaton: the beginning of a word that has been read. */
interface State {
  readonly next: Map<number, State>;
  /** The state of the longest beginning of a word that ends here as well. */
  fallback: State | undefined;
  isWord: boolean;
  /** True once `unmatched` has come by: so have the states that it falls back to. */
  isMet: boolean;
}

const createState = (): State => ({ next: new Map(), fallback: undefined, isWord: false, isMet: false });

/** Returns the state of the whole word. */
function addWord(root: State, word: string): State {
  let state = root;
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index);
    const next = state.next.get(code) ?? createState();
    state.next.set(code, next);
    state = next;
  }
  state.isWord = true;
  return state;
}

function advance(root: State, from: State, code: number): State {
  for (let state: State | undefined = from; state; state = state.fallback) {
    const next = state.next.get(code);
    if (next) return next;
  }
  return root;
}

/** Links each state to its fallback, the shorter ones first. */
function linkFallbacks(root: State): void {
  const pending = [root];
  for (const state of pending)
    for (const [code, next] of state.next) {
      next.fallback = state.fallback ? advance(root, state.fallback, code) : root;
      next.isWord ||= next.fallback.isWord;
      pending.push(next);
    }
}

/**
 * Returns whether a text contains one of the words, in one pass over the text however many and long they are: both come from outsiders,
 * and comparing each word takes milliseconds for an address in the worst case. https://doi.org/10.1145/360825.360855
 */
function containsAny(words: readonly string[]): (text: string) => boolean {
  const root = createState();
  for (const word of words) addWord(root, word);
  linkFallbacks(root);
  return (text) => {
    let state = root;
    for (let index = 0; !state.isWord && index < text.length; index += 1)
      state = advance(root, state, text.charCodeAt(index));
    return state.isWord;
  };
}

/** Marks the words that each text contains; `missing` returns the others. Takes time in proportion to the texts, however many the words. */
function createWordMarks(words: readonly string[]) {
  const root = createState();
  const ends = words.map((word) => ({ word, state: addWord(root, word) }));
  linkFallbacks(root);
  return {
    mark(text: string): void {
      let state = root;
      for (let index = 0; index < text.length; index += 1) {
        state = advance(root, state, text.charCodeAt(index));
        for (let met: State | undefined = state; met && !met.isMet; met = met.fallback) met.isMet = true;
      }
    },
    missing: () => ends.flatMap(({ word, state }) => (state.isMet ? [] : [word])),
  };
}

function decoded(text: string): string {
  // Octets that are no UTF-8 stay as they are; `%2F` and its like decode to themselves.
  return text
    .replace(/(?:%[0-9a-f]{2})+/gi, (octets) => {
      try {
        return decodeURI(octets);
      } catch {
        return octets;
      }
    })
    .normalize();
}

/** The two forms of an address that paths are compared with. */
interface Place {
  /** Path and query. */
  readonly inside: string;
  /** Host, path and query. */
  readonly whole: string;
}

const addressParts = ({ host, pathname, search }: URL): Place => {
  const inside = decoded(pathname + search);
  return { inside, whole: `\n${host.replace(/^www\./, '')}${inside}` };
};

/** The parts between stars, from left to right, each at its first place: time grows with the text's length alone. */
function containsInOrder(parts: readonly string[]): (text: string) => boolean {
  return (text) => {
    let position = 0;
    for (const part of parts) {
      const found = text.indexOf(part, position);
      if (found < 0) return false;
      position = found + part.length;
    }
    return true;
  };
}

function matchesAny(paths: readonly string[]): (text: string) => boolean {
  const contains = containsAny(paths.filter((path) => !path.includes('*')));
  const patterns = paths
    .filter((path) => path.includes('*'))
    .map((path) => containsInOrder(path.split(/\*+/).filter(Boolean)));
  return (text) => contains(text) || patterns.some((matches) => matches(text));
}

function createMatcher(paths: readonly string[]): (place: Place) => boolean {
  const addresses = paths.flatMap((path) => (/^https?:\/\//i.test(path) ? (URL.parse(path) ?? []) : []));
  const isInside = matchesAny(paths.map(decoded));
  const isAddress = matchesAny(addresses.map((url) => addressParts(url).whole));
  return ({ inside, whole }) => isInside(inside) || isAddress(whole);
}

/**
 * Returns whether an address contains one of the included paths, where there are any, and none of the excluded. Both are compared as
 * people read them, decoded, and without the host; `*` stands for any text. A path that begins with http is a beginning of the whole address.
 */
export function createPathFilter({ includePaths, excludePaths }: PathFilter): (url: URL) => boolean {
  const isIncluded = includePaths.length === 0 ? () => true : createMatcher(includePaths);
  const isExcluded = createMatcher(excludePaths);
  return (url) => {
    const place = addressParts(url);
    return isIncluded(place) && !isExcluded(place);
  };
}

/** Tests whether a path is compared as text alone, neither part by part nor with the host. */
const isWord = (path: string) => !path.includes('*') && !/^https?:\/\//i.test(path);

/** Finds the paths of a list that match none of the addresses that are shown to it, in the order of the list. */
export function createUnmatchedPaths(paths: readonly string[]) {
  const words = createWordMarks(paths.filter(isWord).map(decoded));
  let patterns = paths
    .filter((path) => !isWord(path))
    .map((path) => ({ path, matches: createMatcher([path]) }));
  const missing = () => {
    const unmatched = new Set(words.missing());
    const unmatchedPatterns = new Set(patterns.map(({ path }) => path));
    return paths.filter((path) =>
      isWord(path) ? unmatched.has(decoded(path)) : unmatchedPatterns.has(path),
    );
  };
  return {
    missing,
    show(urls: readonly URL[]): void {
      const places = urls.map(addressParts);
      for (const { inside } of places) words.mark(inside);
      patterns = patterns.filter(({ matches }) => !places.some(matches));
    },
  };
}
