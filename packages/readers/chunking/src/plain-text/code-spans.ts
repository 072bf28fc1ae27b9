/** Finds the backticks that close a span, each length of them looked for from where it was found last. */
export function createCodeSpans(text: string): (at: number, run: string) => { code: string; length: number } {
  const fences = new Map<number, { readonly places: number[]; next: number }>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = fences.get(run.length) ?? { places: [], next: 0 };
    known.places.push(index);
    fences.set(run.length, known);
  }

  function findEnd(from: number, run: string): number | undefined {
    const known = fences.get(run.length);
    if (!known) return undefined;
    while ((known.places[known.next] ?? Number.POSITIVE_INFINITY) < from) known.next += 1;
    return known.places[known.next];
  }

  return (at, run) => {
    const end = findEnd(at + run.length, run);
    if (end === undefined) return { code: run, length: run.length };
    const code = text.slice(at + run.length, end);
    const isPadded = code.length > 2 && code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
    return { code: isPadded ? code.slice(1, -1) : code, length: end + run.length - at };
  };
}
