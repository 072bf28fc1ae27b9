/** Builds the console into services/console/dist; with --if-changed only when its sources are not those of the last time. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
// Not the package's entry: images build the console without what that needs.
import { inheritedEnvironment } from '../packages/platform/runtime/src/config/environment.ts';
import { fingerprintOf, isBuilt, putInPlace } from './built-folder.ts';

const folder = 'services/console';
const dist = join(folder, 'dist');

/** Everything that decides what is built. */
const sources = [
  'pnpm-lock.yaml',
  'tsconfig.base.json',
  'scripts/{built-folder,console-build}.ts',
  `${folder}/{index.html,package.json,tsconfig.json,vite.config.ts}`,
  `${folder}/src/**/*.*`,
  'packages/clients/sdk/src/**/*.ts',
  'examples/searches.json',
];

/** Resolves to the exit code of the build; with `ifChanged`, 0 at once when there is nothing to do. */
async function buildConsole({ ifChanged = false } = {}): Promise<number> {
  const wanted = await fingerprintOf(sources, process.cwd());
  if (ifChanged && (await isBuilt(dist, wanted))) return 0;
  const code = await runVite(wanted);
  if (code !== 0) console.error('The console could not be built: see the lines above.');
  return code;
}

/** Puts a compressed copy beside each file, which the gateway sends to clients that accept it. */
async function compress(built: string): Promise<void> {
  for (const file of globSync(join(built, 'assets/*.{js,mjs,css,wasm}')))
    await writeFile(`${file}.gz`, gzipSync(await readFile(file), { level: 9 }));
}

/**
 * Names the hash of each script beside its address: the gateway's policy allows scripts of these hashes, and what those import, alone
 * (`services/gateway/src/console/serve-pages.ts`).
 */
async function addIntegrity(built: string): Promise<void> {
  const page = join(built, 'index.html');
  const html = await readFile(page, 'utf8');
  const scripts = [...html.matchAll(/ (?:src|href)="\/console\/(assets\/[\w.-]+\.js)"/g)];
  const replaced = await Promise.all(
    scripts.map(async ([attribute, file = '']) => {
      const hash = createHash('sha384').update(await readFile(join(built, file)));
      return [attribute, `${attribute} integrity="sha384-${hash.digest('base64')}"`] as const;
    }),
  );
  const whole = replaced.reduce((text, [from, to]) => text.replace(from, to), html);
  await writeFile(page, whole);
}

/** Builds beside the folder that is served, and puts it there when it is whole: two may build at once. */
async function runVite(wanted: string): Promise<number> {
  const fresh = `${dist}-${process.pid}`;
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  // Warnings are about directives for servers, which libraries bring along.
  const args = [vite, 'build', folder, '--outDir', basename(fresh), '--logLevel', 'error'];
  // Tests set another one, with which React checks itself and is larger.
  const env = { ...inheritedEnvironment('PATH', 'HOME', 'TMPDIR'), NODE_ENV: 'production' };
  const build = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
  const [code] = await once(build, 'exit');
  if (code === 0) {
    await addIntegrity(fresh);
    await compress(fresh);
    await putInPlace(fresh, dist, wanted);
  }
  return code ?? 1;
}

if (import.meta.main)
  process.exitCode = await buildConsole({ ifChanged: process.argv.includes('--if-changed') });
