import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** Scope of a cache's keys, which keeps customers from reading each other's entries. */
type Scope =
  /** The organization, or the id of something that belongs to one. */
  | 'organization'
  /** A hash of the credential that the value was bought with. */
  | 'credential'
  /** Equal for all namespaces: rules and turns of a site, limits of a network, an address within one job. */
  | 'public'
  /** Computed from the key alone, as the stem of a word. */
  | 'computed';

/** Every file that keeps values between requests, in Redis or in this process. A new one is added here with the scope of its keys. */
const caches: Readonly<Record<string, Scope>> = {
  'packages/readers/chunking/src/tokenizer/count-tokens.ts': 'computed',
  'packages/core/domain/src/admission/admission.ts': 'organization',
  'packages/core/domain/src/organization/organizations.ts': 'organization',
  'packages/core/domain/src/quota/quotas.ts': 'organization',
  'packages/core/domain/src/webhook/delivery/delivery-log.ts': 'organization',
  'packages/core/pipeline/src/providers/provider-cache.ts': 'organization',
  'packages/platform/redis/src/rate-limit/lease.ts': 'organization',
  'packages/platform/redis/src/rate-limit/rate-limiter.ts': 'organization',
  'packages/providers/scraping/src/page-address.ts': 'public',
  'packages/providers/scraping/src/robots/robots.ts': 'public',
  'packages/providers/embedding/src/providers/local/english-terms.ts': 'computed',
  'packages/language/text-analysis/src/languages/compounds.ts': 'computed',
  'packages/language/text-analysis/src/languages/stem.ts': 'computed',
  'services/connector-sync/src/connection-pace.ts': 'organization',
  'services/connector-sync/src/open-connection.ts': 'organization',
  'services/embedder/src/chunk-contexts.ts': 'credential',
  'services/embedder/src/embedding-batcher.ts': 'credential',
  'services/embedder/src/maintain-vector-store.ts': 'organization',
  'services/embedder/src/unstored-vectors.ts': 'organization',
  'services/gateway/src/console/serve-session.ts': 'organization',
  'services/gateway/src/console/sign-in-code.ts': 'credential',
  'services/gateway/src/create-context.ts': 'public',
  'services/gateway/src/http/remember-callers.ts': 'credential',
  'services/gateway/src/http/slow-clients.ts': 'organization',
  'services/gateway/src/namespaces/remember-namespaces.ts': 'organization',
  'packages/core/search/src/embed-query.ts': 'organization',
  'packages/core/search/src/remember-statistics.ts': 'organization',
  'services/scraper/src/host-turns.ts': 'public',
};

/** Pattern that a file with keys of a scope must contain. */
const evidence: Readonly<Record<Scope, RegExp>> = {
  organization: /organizationId|namespaceId|connectionId|documentId|webhookId|sessionId|subject/,
  credential: /createHash|createHmac|hash/i,
  public: /./,
  computed: /./,
};

const usesCache = /new LRUCache\b|\bcache\.(?:set|get|run)\(/;

const shipped = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages', 'services'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter(
    (file) =>
      /^\w+\/(?:[\w-]+\/){1,2}src\/.*\.tsx?$/.test(file) &&
      !/\.test\.ts$|generated\/|^services\/console\/|^packages\/testing\//.test(file),
  );

const textOf = (file: string) => readFileSync(file, 'utf8');
const isCache = (file: string) =>
  usesCache.test(textOf(file)) && file !== 'packages/platform/redis/src/cache.ts';

test('every cache is listed with the scope of its keys', () => {
  expect(shipped.filter(isCache).toSorted()).toEqual(Object.keys(caches).toSorted());
});

test.each(Object.entries(caches))('the keys of %s name their %s', (file, scope) => {
  expect(textOf(file)).toMatch(evidence[scope]);
});
