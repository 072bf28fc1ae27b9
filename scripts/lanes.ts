/** The lanes of tests, as globs of their files. */
export const lanes = {
  /** What needs no servers. */
  unit: [
    '{packages,services,scripts,bench}/**/*.test.ts',
    '!**/*.integration.test.ts',
    'tests/deploy/*.test.ts',
  ],
  /** A service or a package with PostgreSQL and Redis. */
  integration: ['{packages,services,bench}/**/*.integration.test.ts'],
  /** A whole fleet; of the faults those that hurt most. The others run in `npm run test:faults`. */
  fleet: ['tests/e2e/**/*.test.ts', 'tests/faults/kills.integration.test.ts'],
} as const satisfies Record<string, readonly string[]>;

export type Lane = keyof typeof lanes;

export const laneNames = Object.keys(lanes) as Lane[];

/** Jest's argument for the files of some lanes. */
export const filesOf = (names: readonly Lane[]): string[] =>
  names.flatMap((name) => lanes[name].map((glob) => `--testMatch=${inRepository(glob)}`));

const inRepository = (glob: string) => (glob.startsWith('!') ? glob : `<rootDir>/${glob}`);
