/** A cursor as an earlier version of a connector has written it, without the fields that cursors gained later. */
export const asEarlierVersion = (cursor: string, later: readonly string[]): string =>
  JSON.stringify(
    JSON.parse(cursor, (key: string, value: unknown) => (later.includes(key) ? undefined : value)),
  );
