/** Builds what is published: one file with all that it needs, for any Node from 20 on, and the licences of what is in it. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { build } from 'esbuild';

const packageDirectory = join(import.meta.dirname, '..');
const dist = join(packageDirectory, 'dist');

/** The folder of the npm package that a file belongs to, or undefined for one of this repository's. */
function packageOf(input: string): string | undefined {
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.split(sep).join('/')) ?? [];
  return folder;
}

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const title = `${name} ${version} (${license})\n`;
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  return file ? `${title}\n${(await readFile(join(folder, file), 'utf8')).trim()}\n` : title;
}

await rm(dist, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: packageDirectory,
  entryPoints: ['src/main.ts'],
  outfile: 'dist/docfleet.js',
  bundle: true,
  minify: true,
  keepNames: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  metafile: true,
  logLevel: 'warning',
  // What is written for CommonJS asks for Node's modules in its own way.
  banner: {
    js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
});

const folders = new Set(Object.keys(metafile.inputs).flatMap((input) => packageOf(input) ?? []));
const licences = await Promise.all(
  [...folders].sort().map((folder) => licenceOf(join(packageDirectory, folder))),
);
await writeFile(join(dist, 'THIRD-PARTY-LICENCES.txt'), licences.join(`\n${'-'.repeat(80)}\n\n`));
const [output] = Object.values(metafile.outputs);
process.stderr.write(`${join(dist, 'docfleet.js')}: ${output?.bytes} bytes\n`);
