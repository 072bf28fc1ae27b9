/** Runs the tests of the core in processes that have no extension: what fails depends on one. Arguments are those of jest. */
import { runJest } from './jest.ts';

/** Tests of extensions, and of what is generated from all routes. */
const others = ['packages/extensions/', 'services/gateway/test/extensions/'];

const folders = ['packages/core', 'services', 'tests/e2e'];
const given = process.argv.slice(2);
const NODE_OPTIONS = `${process.env['NODE_OPTIONS'] ?? ''} --conditions=no-extensions`.trim();
const paths = given.some((argument) => !argument.startsWith('-')) ? given : [...folders, ...given];
process.exitCode = await runJest([...paths, ...others.map((path) => `--testPathIgnorePatterns=${path}`)], {
  NODE_OPTIONS,
});
