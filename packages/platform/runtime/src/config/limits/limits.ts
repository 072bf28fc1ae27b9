/**
 * Bounds on what customers and the sites that they name choose freely. Each is enforced where the value enters; what exceeds it is refused, or left out
 * where the rest is still useful: see `limitDescriptions`.
 */
export const limits = {
  addressLength: 2_048,
  pageBytes: 10 * 1024 * 1024,
  pageElements: 500_000,
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
  expensiveStatementsBesideOthers: 1,
  expensiveStatementWaitMs: 10_000,
  vendorRequestsPerNamespace: 64,
  searchWaitMs: 5_000,
  searchCharacters: 40_000_000,
  listStatementMs: 3_000,
  fullReadMs: 500,
  writeStatementMs: 10_000,
  bodyValues: 100_000,
  bodyIdleMs: 15_000,
  readerIdleMs: 60_000,
  uploadsPerKey: 16,
  spoolBytesPerKey: 1024 ** 3,
  apiKeysPerOrganization: 200,
  webhooksPerOrganization: 50,
  webhookRequestsPerOrganization: 256,
  namespacesPerOrganization: 1_000,
  connectionsPerOrganization: 1_000,
  schedulesPerOrganization: 5_000,
  streamsPerOrganization: 64,
  answersPerOrganization: 32,
  goldenSetsPerNamespace: 50,
  questionsPerGoldenSet: 2_000,
  evaluationsPerGoldenSet: 100,
  openEvaluationsPerNamespace: 4,
  openEvaluationsPerOrganization: 16,
} as const;

export type Limit = keyof typeof limits;

/** Unit and effect of each limit, shown in docs/guides/security.md. */
export const limitDescriptions: Readonly<Record<Limit, string>> = {
  addressLength:
    'characters of an address that a page, a sitemap, robots.txt or a redirect names; longer ones are left out, or not followed',
  pageBytes: 'bytes of a page; a larger one is `PAGE_TOO_LARGE`',
  pageElements: 'elements of a page; more is `PAGE_TOO_LARGE`',
  pageLinks: 'links that are taken of a page; the others are left out',
  pageLinkCharacters: 'characters of all addresses in the text of a page together; later links lose theirs',
  pageTextCharacters: 'characters of Markdown of a page; more is `PAGE_TOO_LARGE`',
  pageTitleLength: 'characters of a title; the rest is cut',
  pageHeaderLength: 'characters of `ETag` and `Last-Modified`; longer ones are ignored',
  pageReadingMs:
    'milliseconds to read a page, also one of a connector, a sitemap file or robots.txt; then its process is ended',
  pageReadingMemoryBytes: 'bytes of memory to read one; then its process is ended',
  robotsBytes: 'bytes of robots.txt that are read',
  robotsRules: 'rules of robots.txt that are read',
  sitemapBytes: 'bytes of a sitemap file, unpacked; more is `PAGE_TOO_LARGE`',
  sitemapFiles: 'files of one sitemap',
  filterConditions: 'conditions of a metadata filter, and empty filters within it; more is a 400',
  filterValues: 'values in all lists of a metadata filter together; more is a 400',
  expensiveStatementsPerOrganization:
    'lists, statistics and changes of many documents that an organization has under way at once in a gateway; the next one waits',
  expensiveStatementsBesideOthers:
    'the same while another organization has sent requests within the last ten seconds',
  expensiveStatementWaitMs: 'milliseconds that it waits; then it is a 429 with `Retry-After`',
  vendorRequestsPerNamespace:
    'requests of searches of a namespace to its model, stores and reranker that are under way at once in a gateway; the next one waits',
  searchWaitMs:
    'milliseconds that a search waits for such a request, or for its turn to be computed; then it is a 429 with `Retry-After`',
  searchCharacters:
    'characters of the texts of all results of a search in a namespace, of what lies around them, and of what `explain` shows; more is a 400',
  listStatementMs: 'milliseconds that a statement for a list or statistics may take; then it is a 504',
  fullReadMs:
    'milliseconds that a filter may read all documents of a namespace; then a list returns the matches among the next 10,000, and statistics are estimated from a sample',
  writeStatementMs: 'milliseconds that any other statement of a request may take; then it is a 504',
  bodyValues: 'values of a JSON body, in all its lists and objects; more is a 400',
  bodyIdleMs:
    'milliseconds within which a body brings at least a kilobyte, and 512 bytes for each second; a slower one is cut',
  readerIdleMs:
    'milliseconds within which a client takes something of a response that waits for it; then its connection is cut',
  uploadsPerKey:
    'uploads of a key, and of the keys that it has created, that are under way at once in a gateway; the next one is a 429',
  spoolBytesPerKey:
    'bytes of the uploads of a key, and of the keys that it has created, that are under way in a gateway; more is a 429',
  apiKeysPerOrganization: 'API keys of an organization that work; then `ORGANIZATION_LIMIT_REACHED`',
  webhooksPerOrganization: 'webhooks of an organization; then `WEBHOOK_LIMIT_REACHED`',
  webhookRequestsPerOrganization:
    'deliveries to the webhooks of an organization that are under way at once; the others wait',
  namespacesPerOrganization: 'namespaces of an organization; then `ORGANIZATION_LIMIT_REACHED`',
  connectionsPerOrganization: 'connections of an organization; then `ORGANIZATION_LIMIT_REACHED`',
  schedulesPerOrganization:
    'sources of an organization that are read again by a schedule; then `ORGANIZATION_LIMIT_REACHED`',
  streamsPerOrganization:
    'streams of events of an organization that are open in a gateway; the next one is a 429',
  answersPerOrganization:
    'answers of an organization that are being written at once in a gateway; the next one waits, then it is a 429',
  goldenSetsPerNamespace: 'golden sets of a namespace; then `ORGANIZATION_LIMIT_REACHED`',
  questionsPerGoldenSet: 'questions of a golden set; then `ORGANIZATION_LIMIT_REACHED`',
  evaluationsPerGoldenSet: 'evaluations of a golden set that are kept; the oldest is deleted',
  openEvaluationsPerNamespace:
    'evaluations of a namespace under way at once; then `ORGANIZATION_LIMIT_REACHED`',
  openEvaluationsPerOrganization:
    'evaluations of an organization under way at once; then `ORGANIZATION_LIMIT_REACHED`',
};
