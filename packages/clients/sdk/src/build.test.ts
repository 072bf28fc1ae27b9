import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const packageDirectory = join(import.meta.dirname, '..');
const maxBytes = 15_000;
let dist: string;

// It is compiled against the web's own types alone: a word of Node's would not be known.
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'docfleet-sdk-'));
  const compiler = join(packageDirectory, '../../../node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [
    compiler,
    '-p',
    join(packageDirectory, 'tsconfig.build.json'),
    '--outDir',
    dist,
  ]);
});

afterAll(() => rm(dist, { recursive: true, force: true }));

const scripts = () => globSync('**/*.js', { cwd: dist });
const read = (file: string) => readFileSync(join(dist, file), 'utf8');

test('what is published is at most 15 kB compressed', () => {
  const bytes = gzipSync(scripts().map(read).join('\n'), { level: 9 }).length;
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(maxBytes);
});

test('what is published imports nothing but itself, and brings its types', () => {
  const imports = scripts().flatMap((file) =>
    [...read(file).matchAll(/^(?:import|export) [^'"]*from ['"]([^'"]+)['"]/gm)].map((match) => match[1]),
  );
  expect(imports.length).toBeGreaterThan(10);
  expect(imports.filter((specifier) => !/^\.\.?\/.*\.js$/.test(specifier ?? ''))).toEqual([]);
  expect(globSync('**/*.d.ts', { cwd: dist }).sort()).toEqual(
    scripts()
      .map((file) => file.replace(/\.js$/, '.d.ts'))
      .sort(),
  );
});

test('a program that uses what is published runs', async () => {
  const script = `
    const { createDocfleetClient } = await import(${JSON.stringify(join(dist, 'index.js'))});
    const answer = () => Promise.resolve(Response.json({ success: true, data: { namespaces: [] } }));
    const client = createDocfleetClient({ baseUrl: 'http://docfleet', apiKey: 'k', fetch: answer });
    console.log(JSON.stringify(await client.namespaces.list()));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(JSON.parse(stdout)).toEqual({ namespaces: [] });
});

test('it depends on nothing', () => {
  const { dependencies } = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8'));
  expect(dependencies).toEqual({});
});
