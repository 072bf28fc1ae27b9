import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const repository = join(import.meta.dirname, '../../../..');

/** The guide's blocks one after the other are one program: each goes on from those above it. */
async function programOf(guide: string): Promise<string> {
  const text = await readFile(join(repository, 'docs/guides', guide), 'utf8');
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1]);
  expect(blocks.length).toBeGreaterThan(5);
  return blocks.join('\n');
}

/** Compiles a program that has the SDK installed; returns the errors of the compiler, or an empty text. */
async function compile(program: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-sdk-guide-'));
  try {
    await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
    await writeFile(join(directory, 'guide.ts'), program);
    await symlink(join(repository, 'node_modules'), join(directory, 'node_modules'));
    const paths = { '@docfleet/sdk': [join(repository, 'packages/clients/sdk/src/index.ts')] };
    const settings = {
      extends: join(repository, 'tsconfig.base.json'),
      compilerOptions: { paths, noUnusedLocals: false },
      include: ['guide.ts'],
    };
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = join(repository, 'node_modules/typescript/bin/tsc');
    return await promisify(execFile)(process.execPath, [compiler, '-p', directory]).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

test('the code of the guide compiles', async () => {
  expect(await compile(await programOf('sdk.md'))).toBe('');
});

test('a program that takes a field for another does not compile', async () => {
  const program = await programOf('sdk.md');
  expect(await compile(`${program}\nawait client.namespaces.get({ name: 'docs' });`)).toContain('TS2353');
});
