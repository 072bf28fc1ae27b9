/** Which addresses of a source are wanted. */
export interface PathFilter {
  readonly includePaths: readonly string[];
  readonly excludePaths: readonly string[];
}

/** A state of the automaton: the beginning of a word that has been read. */
interface State {
  readonly next: Map<number, State>;
  /** The state of the longest beginning of a word that ends here as well. */
  fallback: State | undefined;
  isWord: boolean;
}

const createState = (): State => ({ next: new Map(), fallback: undefined, isWord: false });

function addWord(root: State, word: string): void {
  let state = root;
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index);
    const next = state.next.get(code) ?? createState();
    state.next.set(code, next);
    state = next;
  }
  state.isWord = true;
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

/** Returns whether an address contains one of the included paths, where there are any, and none of the excluded. The host is no part of it. */
export function createPathFilter({ includePaths, excludePaths }: PathFilter): (url: URL) => boolean {
  const isIncluded = includePaths.length === 0 ? () => true : containsAny(includePaths);
  const isExcluded = containsAny(excludePaths);
  return ({ pathname, search }) => {
    const place = pathname + search;
    return isIncluded(place) && !isExcluded(place);
  };
}
