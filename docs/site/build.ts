/**
 * `npm run docs-build`: builds the documentation into docs/site/dist, with search; the gateway serves it at /guides, and any static host
 * can. With --if-changed only when its sources are not those of the last time.
 */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vitepress';
import { fingerprintOf, isBuilt, putInPlace } from '../../scripts/built-folder.ts';
import { collectPages, repository, sourcePatterns } from './collect-pages.ts';
import { writeReference } from './reference/pages.ts';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');

/** SHA-256 of each script that stands within a page, for a Content-Security-Policy that allows these and no others. */
async function inlineScripts(dist: string): Promise<string[]> {
  const hashes = new Set<string>();
  for (const file of globSync('**/*.html', { cwd: dist }))
    for (const [, script = ''] of (await readFile(join(dist, file), 'utf8')).matchAll(
      /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g,
    ))
      hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [...hashes].sort();
}

async function buildSite(fingerprint: string): Promise<void> {
  const pages = join(folder, 'pages');
  const fresh = join(folder, `dist-${process.pid}`);
  try {
    await collectPages(pages);
    await writeReference(join(pages, 'api'));
    await build(folder, { outDir: fresh });
  } finally {
    await rm(pages, { recursive: true, force: true });
  }
  await writeFile(join(fresh, 'inline-scripts.json'), JSON.stringify(await inlineScripts(fresh)));
  await putInPlace(fresh, dist, fingerprint);
}

const fingerprint = await fingerprintOf(
  [
    'pnpm-lock.yaml',
    'docs/site/{*.ts,reference/*.ts,package.json,.vitepress/config.ts,.vitepress/theme/*}',
    'packages/clients/sdk/src/operations.ts',
    'packages/platform/errors/src/*.ts',
    'services/console/src/style/icon.svg',
    ...sourcePatterns,
  ],
  repository,
);
if (!process.argv.includes('--if-changed') || !(await isBuilt(dist, fingerprint)))
  await buildSite(fingerprint);
