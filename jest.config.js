export default {
  testEnvironment: '<rootDir>/scripts/jest/native-environment.js',
  runtime: '<rootDir>/scripts/jest/native-runtime.js',
  transform: {},
  testMatch: ['<rootDir>/{packages,services,tests,scripts,bench,docs/site}/**/*.test.ts'],
  globalSetup: '<rootDir>/packages/testing/src/servers/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testing/src/servers/global-teardown.ts',
  testSequencer: '<rootDir>/scripts/jest/slow-first.js',
  modulePathIgnorePatterns: ['<rootDir>/.docfleet'],
  // Modules stay loaded from one test file to the next; what files leave behind adds up.
  workerIdleMemoryLimit: '2GB',
  testTimeout: 60_000,
};
