import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { listFiles, openRoot } from './list-files.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'docfleet-cli-')), 'notes');
  await mkdir(folder);
});
afterEach(() => rm(dirname(folder), { recursive: true, force: true }));

const signal = new AbortController().signal;

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function names(options: { idPrefix?: string; hidden?: boolean } = {}, path = folder) {
  const { idPrefix, hidden = false } = options;
  const found = [];
  for await (const file of listFiles(await openRoot(path, { idPrefix, hidden }), signal)) found.push(file);
  return found.map(({ name, externalId }) => ({ name, externalId }));
}

test('rules hold in their folder and below, and the innermost decides', async () => {
  await put({
    'a.md': 'a',
    'empty.md': '',
    '.hidden': 'x',
    '.git/config': 'x',
    'node_modules/x/readme.md': 'x',
    '.gitignore': '*.log\n/build\n',
    'run.log': 'x',
    'build/out.md': 'x',
    'deep/build/kept.md': 'x',
    'deep/.docfleetignore': '!kept.log\nsecret*\n',
    'deep/kept.log': 'x',
    'deep/other.log': 'x',
    'deep/secret.md': 'x',
  });
  await symlink('/etc', join(folder, 'etc'));
  const found = (await names()).map(({ name }) => name).sort();
  expect(found).toEqual(['notes/a.md', 'notes/deep/build/kept.md', 'notes/deep/kept.log']);
  expect((await names({ hidden: true })).map(({ name }) => name)).toContain('notes/.hidden');
});

test('a file has the same id in its folder and alone, and its folder’s place can be left out', async () => {
  await put({ 'deep/a b.md': 'a' });
  const [inFolder] = await names();
  const [alone] = await names({}, join(folder, 'deep/a b.md'));
  expect(inFolder).toEqual({ name: 'notes/deep/a b.md', externalId: `file:${folder}/deep/a b.md` });
  expect(alone).toEqual({ name: 'a b.md', externalId: inFolder?.externalId });
  expect(await names({ idPrefix: 'handbook' })).toEqual([
    { name: 'notes/deep/a b.md', externalId: 'handbook/deep/a b.md' },
  ]);
});

test('long paths keep ids and names within what the service takes, and apart', async () => {
  const long = `${'x'.repeat(200)}/${'y'.repeat(200)}/${'z'.repeat(200)}`;
  await put({ [`${long}/a.md`]: 'a', [`${long}/b.md`]: 'b' });
  const found = await names();
  for (const { name, externalId } of found) {
    expect(name.length).toBeLessThanOrEqual(255);
    expect(externalId).toHaveLength(512);
  }
  expect(new Set(found.map(({ externalId }) => externalId)).size).toBe(2);
});

test('what is not there is named', async () => {
  await expect(
    openRoot(join(folder, 'missing'), { idPrefix: undefined, hidden: false }),
  ).rejects.toMatchObject({
    message: expect.stringContaining('missing'),
    exitCode: 2,
  });
});

test('a folder that goes while it is read is no empty folder', async () => {
  const root = await openRoot(folder, { idPrefix: undefined, hidden: false });
  await rm(folder, { recursive: true });
  await expect(listFiles(root, signal).next()).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a file or folder whose name is not UTF-8 is listed with its reason, and the others beside it', async () => {
  await put({ 'ok.md': 'a' });
  const bytes = (name: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
  await mkdir(bytes('bücher'));
  await writeFile(bytes('bücher/eins.md'), 'a');
  await writeFile(bytes('maß.md'), 'a');
  const found = [];
  for await (const file of listFiles(await openRoot(folder, { idPrefix: undefined, hidden: false }), signal))
    found.push(
      `${file.name.replaceAll('\ufffd', '?')}: ${file.unreadable?.slice(0, 'Its name is not UTF-8'.length) ?? 'readable'}`,
    );
  expect(found.sort()).toEqual([
    'notes/b?cher: Its name is not UTF-8',
    'notes/ma?.md: Its name is not UTF-8',
    'notes/ok.md: readable',
  ]);
});

test.each(['utf16le', 'utf8'] as const)(
  'rules that Windows wrote in %s with a mark of the encoding hold',
  async (encoding) => {
    await put({ 'secret.md': 'a', 'kept.md': 'a' });
    await writeFile(join(folder, '.docfleetignore'), Buffer.from('\ufeffsecret*\r\n', encoding));
    expect((await names()).map(({ name }) => name)).toEqual(['notes/kept.md']);
  },
);
