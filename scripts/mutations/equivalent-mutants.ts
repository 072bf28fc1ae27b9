/** Mistakes that change nothing that a caller or a vendor could notice, without their lines, each with its reason. */
export const equivalentMutants: ReadonlyMap<string, string> = new Map([
  ["src/providers/box/api.ts change 'type'", 'Box sends the type of an item whether or not it is requested'],
  ["src/providers/dropbox/api.ts change '-'", 'the token of the SDK is replaced by the client'],
  [
    'src/providers/confluence/list.ts no default page.version.createdAt ?? null',
    'an absent time is undefined, which is stored as null',
  ],
]);
