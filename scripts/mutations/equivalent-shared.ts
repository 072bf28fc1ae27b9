/** Mistakes outside of the connectors that change nothing that anyone could notice, without their lines, each with its reason. */
export const equivalentInShared: ReadonlyMap<string, string> = new Map([
  [
    "packages/oauth/src/vendors.ts mix up tokenBody: 'json', clientAuthentication: 'body' in { name: 'Confluence', config: 'confluenceConfig', authorizeUrl: 'https://auth.at",
    'the compiler refuses both values, and what is not `form` is JSON, what is not `basic` is the body',
  ],
]);
