/** Mistakes that change nothing that a caller or a vendor could notice, without their lines, each with its reason. */
export const equivalentMutants: ReadonlyMap<string, string> = new Map([]);
