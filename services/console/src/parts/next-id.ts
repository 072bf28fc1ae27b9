/** An unused id for a new row: a removed row must not pass its focus on to the next one. */
export const nextId = (rows: readonly { readonly id: number }[]): number =>
  1 + Math.max(0, ...rows.map(({ id }) => id));
