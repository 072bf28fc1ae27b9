/**
 * Bounds on what customers and the sites that they name choose freely. Each is enforced where the value enters; what exceeds it is refused,
 * or left out where the rest is still useful. `limitDescriptions` says which, and docs/guides/security.md shows both.
 */
export const limits = {
  addressLength: 2_048,
  pageBytes: 10 * 1024 * 1024,
  pageLinks: 5_000,
  pageLinkCharacters: 5_000_000,
  pageTextCharacters: 20_000_000,
  pageTitleLength: 1_000,
  pageHeaderLength: 1_024,
  pageReadingMs: 10_000,
  pageReadingMemoryBytes: 768 * 2 ** 20,
  robotsBytes: 500 * 1024,
  robotsRules: 5_000,
  sitemapBytes: 50 * 1024 * 1024,
  sitemapFiles: 50_000,
  filterConditions: 32,
  filterValues: 1_000,
  expensiveStatementsPerOrganization: 4,
  expensiveStatementWaitMs: 1_000,
  listStatementMs: 3_000,
  writeStatementMs: 10_000,
  bodyIdleMs: 15_000,
  uploadsPerKey: 16,
  spoolBytesPerKey: 1024 ** 3,
  apiKeysPerOrganization: 200,
  webhooksPerOrganization: 50,
  namespacesPerOrganization: 1_000,
  connectionsPerOrganization: 1_000,
  schedulesPerOrganization: 1_000,
  streamsPerOrganization: 64,
} as const;

export type Limit = keyof typeof limits;
