/** In units of the font's size: numbers with so much room between them stand in two columns. Within one there is the room of a thin space. */
const numberGap = 0.45;
const numberEnd = /[\d%)—–−]$/;
const numberStart = /^[\d(—–−$€£]/;

/** The room that parts two pieces of text: as much as between others, or less where both are numbers, in units of the font's size. */
export const gapBetween = (before: string, after: string, usual: number): number =>
  numberEnd.test(before) && numberStart.test(after) ? numberGap : usual;

/** In units of the width of a letter of a typewriter, whose spaces are as wide as its letters: what is narrower is none. */
export const minTypedSpace = 0.35;
