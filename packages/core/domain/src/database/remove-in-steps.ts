/** Few enough that a statement holds its locks for milliseconds. */
const rowsPerStep = 5_000;

/** Repeats a deletion of at most this many rows until it deletes fewer; returns the total. */
export async function removeInSteps(removeStep: (rows: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const step = await removeStep(rowsPerStep);
    removed += step;
    if (step < rowsPerStep) return removed;
  }
}
