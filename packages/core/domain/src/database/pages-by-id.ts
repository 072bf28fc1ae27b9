/** The id before all others. */
export const firstId = '00000000-0000-0000-0000-000000000000';

/** Yields pages of rows in the order of their ids, each read behind the last id of the page before, until one is empty. */
export async function* pagesById<Row extends { readonly id: string }>(
  read: (after: string) => Promise<Row[]>,
  start = firstId,
): AsyncGenerator<Row[]> {
  for (let after = start; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}
