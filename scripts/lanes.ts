/** The lanes of tests, as globs of their files. */
export const lanes = {
  /** Tests that need neither servers nor programs of the system, and end within seconds. */
  unit: [
    '{packages,services,scripts,bench,docs/site,tests/deploy,tests/faults}/**/*.test.ts',
    '!**/*.integration.test.ts',
  ],
  /** A service or a package with PostgreSQL and Redis, or with LibreOffice, Tesseract and built packages. */
  integration: ['{packages,services,scripts,bench}/**/*.integration.test.ts'],
  /** A whole fleet; of the faults, one kill of everything and one loss of Redis. The others run in `npm run test:faults`. */
  fleet: ['tests/e2e/**/*.test.ts', 'tests/faults/kills.integration.test.ts'],
} as const satisfies Record<string, readonly string[]>;

export type Lane = keyof typeof lanes;

export const laneNames = Object.keys(lanes) as Lane[];

/** Jest's argument for the files of some lanes. */
export const filesOf = (names: readonly Lane[]): string[] =>
  names.flatMap((name) => lanes[name].map((glob) => `--testMatch=${inRepository(glob)}`));

const inRepository = (glob: string) => (glob.startsWith('!') ? glob : `<rootDir>/${glob}`);
