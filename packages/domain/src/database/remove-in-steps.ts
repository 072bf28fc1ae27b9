/** Few enough that a statement holds its locks for milliseconds. */
const rowsPerStep = 5_000;

/** Repeats a removal of at most so many rows until it removes fewer; gives how many in all. */
export async function removeInSteps(removeStep: (rows: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const step = await removeStep(rowsPerStep);
    removed += step;
    if (step < rowsPerStep) return removed;
  }
}
