export default {
  testEnvironment: '<rootDir>/scripts/jest/native-environment.js',
  runtime: '<rootDir>/scripts/jest/native-runtime.js',
  transform: {},
  testMatch: ['<rootDir>/{packages,services,tests,scripts,bench}/**/*.test.ts'],
  globalSetup: '<rootDir>/packages/testing/src/servers/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testing/src/servers/global-teardown.ts',
  testSequencer: '<rootDir>/scripts/jest/slow-first.js',
  modulePathIgnorePatterns: ['<rootDir>/.docfleet'],
  testTimeout: 60_000,
};
