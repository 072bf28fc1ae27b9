/** Fields that cursors gained later, each with a default for cursors that were stored before. */
const later = ['isCut', 'distant', 'shown', 'isWatching', 'collections', 'commented'];

/** A cursor as an earlier version of a connector has written it, also without `more`. */
export const asEarlierVersion = (cursor: string, more: readonly string[] = []): string =>
  JSON.stringify(
    JSON.parse(cursor, (key: string, value: unknown) =>
      later.includes(key) || more.includes(key) ? undefined : value,
    ),
  );
