/** A run of marks that may open something, and how many of them are left as text. */
interface Opener {
  readonly piece: number;
  count: number;
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);

/** Takes runs of `*`, `_` and `~` in order and removes those that open and close something from `pieces`. */
export function createEmphasis(pieces: string[]) {
  const open: Record<string, Opener[]> = { '*': [], _: [], '~': [] };

  return (run: string, before: string | undefined, after: string | undefined): void => {
    const sign = run.charAt(0);
    const openers = open[sign] ?? [];
    const isInWord = sign === '_' && isWord(before) && isWord(after);
    let count = run.length;
    for (
      let opener = openers.at(-1);
      opener && count > 0 && !isSpace(before) && !isInWord;
      opener = openers.at(-1)
    ) {
      const matched = Math.min(opener.count, count);
      opener.count -= matched;
      count -= matched;
      pieces[opener.piece] = sign.repeat(opener.count);
      if (opener.count === 0) openers.pop();
    }
    const piece = pieces.push(sign.repeat(count)) - 1;
    if (count > 0 && !isSpace(after) && !isInWord) openers.push({ piece, count });
  };
}
