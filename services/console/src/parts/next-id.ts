/** An id for one more row, which no row has: a row that is removed must not hand its focus to what comes after it. */
export const nextId = (rows: readonly { readonly id: number }[]): number =>
  1 + Math.max(0, ...rows.map(({ id }) => id));
