/** Installs the npm packages as their users do: packed, in an empty project, on every Node that this machine has. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { runWhere } from '../../packages/testing/src/index.ts';
import { stagePackages } from './stage-packages.ts';

const repository = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const names = ['sdk', 'cli', 'mcp'];

/** The programs called node on the PATH, by the major version of each. */
function installedNodes(): Map<string, string> {
  const nodes = new Map([[majorOf(process.version), process.execPath]]);
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const program = join(folder, 'node');
    if (!existsSync(program)) continue;
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
    if (!nodes.has(majorOf(version))) nodes.set(majorOf(version), program);
  }
  return nodes;
}
const majorOf = (version: string) => /^v?(\d+)/.exec(version)?.[1] ?? '';
const nodes = installedNodes();

let folder: string;
let project: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docfleet-packages-'));
  project = join(folder, 'project');
  await mkdir(project);
  const staged = await stagePackages(join(folder, 'staged'));
  for (const target of staged) await run('npm', ['pack', target, '--pack-destination', folder]);
  await writeFile(join(project, 'package.json'), '{ "private": true }');
  const archives = await Promise.all(names.map(archiveOf));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...archives], { cwd: project });
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function archiveOf(name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
  return join(folder, `docfleet-${name}-${version}.tgz`);
}

const useSdk = `
  const answer = () => Promise.resolve(Response.json({ success: true, data: { namespaces: [] } }));
  const client = createDocfleetClient({ baseUrl: 'http://docfleet', apiKey: 'k', fetch: answer });
  client.namespaces.list().then((list) => console.log(JSON.stringify(list)));`;

for (const major of ['20', '24']) {
  const node = nodes.get(major) ?? '';
  const testHere = runWhere(test, node !== '', `no Node ${major} on the PATH`);

  testHere(`on Node ${major} the SDK is imported, and required from CommonJS`, async () => {
    const imported = `import { createDocfleetClient } from '@docfleet/sdk';${useSdk}`;
    const required = `const { createDocfleetClient } = require('@docfleet/sdk');${useSdk}`;
    for (const [file, source] of Object.entries({ 'use.mjs': imported, 'use.cjs': required })) {
      await writeFile(join(project, file), source);
      expect((await run(node, [file], { cwd: project })).stdout).toBe('{"namespaces":[]}\n');
    }
  });

  testHere(`on Node ${major} the installed commands start`, async () => {
    const command = (name: string) => join(project, 'node_modules/.bin', name);
    const version = await run(node, [command('docfleet'), '--version']);
    const { version: wanted } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
    expect(version.stdout.trim()).toBe(wanted);
    const unset = run(node, [command('docfleet-mcp')], { env: { PATH: process.env['PATH'] ?? '' } });
    await expect(unset).rejects.toMatchObject({ stderr: expect.stringContaining('DOCFLEET_API_KEY') });
  });
}

test.each([
  ['a browser', ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], []],
  ['Node', ['es2022'], ['node']],
])('a strict program for %s compiles against the types of the SDK', async (_where, lib, types) => {
  const source = `
    import { createDocfleetClient, DocfleetError, verifyWebhook } from '@docfleet/sdk';
    const client = createDocfleetClient({ baseUrl: 'http://localhost:4000', apiKey: 'k' });
    export async function names(): Promise<string[]> {
      const { results } = await client.search.semantic({ namespaceId: 'notes', query: 'lunch' });
      for await (const document of client.documents.list({ namespaceId: 'notes', filterConfig: {} })) void document.id;
      return results.map((result) => result.document.id);
    }
    export const isOurs = (error: unknown) => error instanceof DocfleetError;
    export const verify = verifyWebhook;`;
  await writeFile(join(project, 'use.mts'), source);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'es2022',
    lib,
    types,
    module: 'nodenext',
    typeRoots: [join(repository, 'node_modules/@types')],
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['use.mts'] }));
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', project]).catch((error) => error);
  expect(stdout).toBe('');
});

test.each(names)('publint finds nothing about @docfleet/%s', async (name) => {
  const pkgDir = join(folder, 'staged', name);
  const { messages } = await publint({ pkgDir, strict: true });
  const pkg = JSON.parse(await readFile(join(pkgDir, 'package.json'), 'utf8'));
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('every way of resolving the SDK finds its types, which are those of an ES module', async () => {
  const archive = createPackageFromTarballData(new Uint8Array(await readFile(await archiveOf('sdk'))));
  const result = await checkPackage(archive);
  if (!result.types) throw new Error('The package has no types');
  // CommonJS loads the module with require(esm), which the test on Node 20 above does.
  const problems = result.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM');
  expect(problems).toEqual([]);
});

test('what is packed is what is built, with its license, and nothing else', async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: join(folder, 'staged/sdk') });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.d.ts']));
  expect(paths.filter((path) => /test|fixture|\.ts$(?<!\.d\.ts)/.test(path))).toEqual([]);
});
