/**
 * Joins the lines that a program has wrapped: those that end in a space, and have as many marks of quoting as the next. RFC 3676. Each
 * paragraph keeps its marks.
 */
export function joinFlowed(text: string, { deletesSpace }: { readonly deletesSpace: boolean }): string {
  const joined: string[] = [];
  let open: { readonly marks: string; words: string } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const marks = /^>*/.exec(line)?.[0] ?? '';
    // A space is put before lines that would be taken for something else.
    const words = line.slice(marks.length).replace(/^ /, '');
    const goesOn = words.endsWith(' ') && words !== '-- ';
    const kept = goesOn && deletesSpace ? words.slice(0, -1) : words;
    if (open && open.marks === marks && words !== '-- ') open.words += kept;
    else {
      if (open) joined.push(lineOf(open));
      open = { marks, words: kept };
    }
    if (goesOn) continue;
    joined.push(lineOf(open));
    open = undefined;
  }
  if (open) joined.push(lineOf(open));
  return joined.join('\n');
}

const lineOf = ({ marks, words }: { readonly marks: string; readonly words: string }) =>
  marks ? `${marks} ${words}` : words;
