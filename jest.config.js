/** Native ESM: run through scripts/jest.ts, which passes --experimental-vm-modules. */
export default {
  testEnvironment: '<rootDir>/scripts/plain-global.js',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/scripts/strip-types.js' },
  testMatch: ['<rootDir>/{packages,services,tests,scripts,bench,docs/site}/**/*.test.ts'],
  globalSetup: '<rootDir>/packages/testing/src/servers/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testing/src/servers/global-teardown.ts',
  testSequencer: '<rootDir>/scripts/slow-first.js',
  modulePathIgnorePatterns: ['<rootDir>/.docfleet'],
  testTimeout: 60_000,
};
