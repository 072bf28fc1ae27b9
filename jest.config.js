export default {
  testEnvironment: '<rootDir>/scripts/jest/native-environment.js',
  runtime: '<rootDir>/scripts/jest/native-runtime.js',
  transform: {},
  testMatch: ['<rootDir>/{packages,services,tests,scripts,bench,docs/site}/**/*.test.ts'],
  globalSetup: '<rootDir>/packages/testing/src/servers/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testing/src/servers/global-teardown.ts',
  testSequencer: '<rootDir>/scripts/jest/slow-first.js',
  // Not in the temporary folder, which is removed after each run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  modulePathIgnorePatterns: ['<rootDir>/.docfleet'],
  // Modules stay loaded from one test file to the next; what files leave behind adds up.
  workerIdleMemoryLimit: '2GB',
  // A worker ends by itself, but unloading what it holds takes longer than the usual half second on a busy machine.
  workerGracefulExitTimeout: 10_000,
  testTimeout: 60_000,
};
