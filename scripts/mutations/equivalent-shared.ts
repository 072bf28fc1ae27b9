/** Mistakes outside of the connectors that change nothing that anyone could notice, without their lines, each with its reason. */
export const equivalentInShared: ReadonlyMap<string, string> = new Map([]);
