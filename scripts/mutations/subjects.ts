import { globSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';

/** A part of the product that mistakes are planted into, with the tests that might notice them. Paths are relative to the repository. */
export interface Subject {
  readonly name: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

const connectors = 'packages/providers/connectors/src';
/** Tests of all connectors together. */
const testsOfAllConnectors = ['refused-parts', 'push', 'sign-in', 'public-addresses'].map(
  (name) => `${connectors}/${name}.test.ts`,
);

const isTest = (file: string) => file.endsWith('.test.ts');
/** Steps of a set-up are read by people; what starts a process shows as soon as it is started. */
const isMutated = (file: string) =>
  !isTest(file) && !['setup.ts', 'main.ts', 'start.ts', 'config.ts'].includes(basename(file));

/** Returns the files of patterns; throws where one has none, as a file that was renamed would be left out without a word. */
const filesOf = (patterns: readonly string[], isWanted: (file: string) => boolean): string[] => {
  const found = patterns.flatMap((pattern) => {
    const files = globSync(pattern).filter(isWanted);
    if (files.length === 0) throw new Error(`No file matches ${pattern}`);
    return files;
  });
  return [...new Set(found)].toSorted();
};

const subject = (name: string, sources: readonly string[], tests: readonly string[]): Subject => ({
  name,
  sources: filesOf(sources, isMutated),
  tests: filesOf(tests, isTest),
});

const connector = (name: string, folders = [`providers/${name}`]): Subject => {
  const files = folders.map((folder) => `${connectors}/${folder}/*.ts`);
  return subject(name, files, [...files, ...testsOfAllConnectors]);
};

/** The connectors, each with its conformance suite. */
const ofConnectors = (): Subject[] => [
  ...readdirSync(`${connectors}/providers`).map((name) => connector(name)),
  // Two connectors are made of it, which have few lines of their own.
  connector('microsoft-graph', ['microsoft-graph']),
];

const oauth = (): Subject =>
  subject(
    'oauth',
    ['packages/providers/oauth/src/*.ts', 'packages/core/pipeline/src/access-tokens/*.ts'],
    [
      '{packages/providers/oauth/src,packages/core/pipeline/src/access-tokens}/*.test.ts',
      `${connectors}/sign-in.test.ts`,
      'services/gateway/src/connections/{connections,sign-in}.integration.test.ts',
      'services/gateway/src/selection/selection.integration.test.ts',
    ],
  );

const connectorSync = (): Subject =>
  subject(
    'connector-sync',
    ['services/connector-sync/src/**/*.ts', `${connectors}/*.ts`],
    [
      'services/connector-sync/src/{listing,watch}/*.test.ts',
      // All but those with vendors that answer at random, and with accounts of thousands of items.
      'services/connector-sync/src/{account.,connection-pace,deletion,failing-parts,fetch-item,measured,open-connection}*.test.ts',
      'services/connector-sync/src/{bucket,dropbox-paths,one-bad-part,google-parts,graph-parts,refused-parts,renew-token}*.test.ts',
      'services/connector-sync/src/{sync-connection,unreadable,vendor-*,while-open,whole-again}*.test.ts',
      `${connectors}/*.test.ts`,
      `${connectors}/providers/box/*.test.ts`,
    ],
  );

/** Everything between the request to delete and the proof that nothing is left. */
const deletion = (): Subject =>
  subject(
    'deletion',
    [
      'packages/core/domain/src/deletion/*.ts',
      'packages/core/domain/src/document/{end,cleaning,delete-documents}.ts',
      'packages/core/domain/src/connection/sync/items.ts',
      'packages/core/domain/src/namespace/delete-namespace.ts',
      'packages/core/domain/src/chunk/{chunks,contexts}.ts',
      'services/embedder/src/purge-*.ts',
      'services/embedder/src/clean-document.ts',
      'services/scraper/src/discover-source.ts',
      'packages/providers/file-store/src/providers/local/*.ts',
      'packages/providers/vector-store/src/providers/lancedb/{index,remains}.ts',
    ],
    [
      'packages/core/domain/src/{deletion,document,namespace,connection,run,ingest,chunk}/**/*.test.ts',
      'services/embedder/src/*.test.ts',
      'services/connector-sync/src/{deletion,sync-connection}.integration.test.ts',
      'services/scraper/src/**/*.integration.test.ts',
      'packages/providers/{file-store,vector-store}/src/providers/{local,lancedb}/*.test.ts',
    ],
  );

/** Every subject; those that need servers come last. */
export const subjects = (): Subject[] => [...ofConnectors(), oauth(), connectorSync(), deletion()];
