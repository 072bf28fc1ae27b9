import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { build } from 'esbuild';

interface Program {
  /** The package whose program it is. */
  readonly packageDirectory: string;
  /** The file that is written, beside the licenses of everything in it. */
  readonly outfile: string;
}

/** The folder of the npm package that a file belongs to; undefined for a file of this repository. */
function packageOf(input: string): string | undefined {
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input.split(sep).join('/')) ?? [];
  return folder;
}

async function licenseOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const title = `${name} ${version} (${license})\n`;
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  return file ? `${title}\n${(await readFile(join(folder, file), 'utf8')).trim()}\n` : title;
}

/** Bundles `src/main.ts` of a package into one file that runs on Node 20 and newer without any other package. Resolves to its size in bytes. */
export async function bundleProgram({ packageDirectory, outfile }: Program): Promise<number> {
  const { metafile } = await build({
    absWorkingDir: packageDirectory,
    entryPoints: ['src/main.ts'],
    outfile,
    bundle: true,
    minify: true,
    keepNames: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    metafile: true,
    logLevel: 'warning',
    // Bundled CommonJS modules load Node's own modules with require.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
  });
  const folders = new Set(Object.keys(metafile.inputs).flatMap((input) => packageOf(input) ?? []));
  const licenses = await Promise.all(
    [...folders].sort().map((folder) => licenseOf(join(packageDirectory, folder))),
  );
  const separator = `\n${'-'.repeat(80)}\n\n`;
  await writeFile(join(dirname(outfile), 'THIRD-PARTY-LICENSES.txt'), licenses.join(separator));
  return Object.values(metafile.outputs)[0]?.bytes ?? 0;
}
