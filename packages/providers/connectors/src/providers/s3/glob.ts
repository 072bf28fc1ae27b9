/**
 * Tests whether a pattern matches a whole sequence. `star` stands for any number of elements. It returns to the last star alone, so that
 * the time is bounded by the product of both lengths: expressions and libraries that make them try all ways, which grow with the power of
 * the stars.
 */
function matches<Element>(
  pattern: readonly Element[],
  text: readonly Element[],
  star: Element,
  fits: (one: Element, other: Element) => boolean,
): boolean {
  let [at, from] = [0, 0];
  let afterStar: { readonly at: number; from: number } | undefined;
  while (from < text.length) {
    const [expected, found] = [pattern[at], text[from] as Element];
    if (expected === star) {
      at += 1;
      afterStar = { at, from };
    } else if (expected !== undefined && fits(expected, found)) {
      at += 1;
      from += 1;
    } else if (afterStar) {
      afterStar.from += 1;
      ({ at, from } = afterStar);
    } else return false;
  }
  return pattern.slice(at).every((rest) => rest === star);
}

const fitsCharacter = (one: string, other: string) => one === '?' || one === other;
const fitsPart = (one: string, other: string) => matches([...one], [...other], '*', fitsCharacter);

/** Tests whether a key matches a glob: `*` and `?` stay within a part between slashes, `**` stands for any number of parts. */
export const matchesGlob = (key: string, glob: string): boolean =>
  matches(glob.split('/'), key.split('/'), '**', fitsPart);
