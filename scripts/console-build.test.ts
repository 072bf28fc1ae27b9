import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

const isOf = (folder: string) => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(`${folder}/package.json`, 'utf8'),
  );
  return (path: string) => Object.keys({ ...dependencies, ...devDependencies }).includes(path);
};

// The gateway's image installs the packages of the console and of the documentation, and nothing else, before it builds both.
test.each([
  ['scripts/console-build.ts', 'services/console'],
  ['docs/site/build.ts', 'docs/site'],
])('%s runs where only the packages of %s are installed', async (program, folder) => {
  const { metafile } = await build({
    entryPoints: [program],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true,
  });
  const packages = Object.values(metafile.inputs)
    .flatMap(({ imports }) => imports.filter(({ external }) => external))
    .map(({ path }) => path)
    .filter((path) => !isBuiltin(path));
  expect(packages.filter((path) => !isOf(folder)(path))).toEqual([]);
});
