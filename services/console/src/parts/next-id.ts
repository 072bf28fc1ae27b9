/** Returns an unused id for a new row: with a reused one, React would pass a removed row's focus on to the new row. */
export const nextId = (rows: readonly { readonly id: number }[]): number =>
  1 + Math.max(0, ...rows.map(({ id }) => id));
