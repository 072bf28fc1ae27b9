/** `npm run version-packages`: turns the changesets into the next version of all packages, and into its entry in CHANGELOG.md. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');

/** Files that repeat the version of the root manifest, each with the expression that finds it. */
export const versionedFiles: Readonly<Record<string, RegExp>> = {
  'packages/clients/sdk/package.json': /(?<="version": ")[^"]+/,
  'packages/clients/cli/package.json': /(?<="version": ")[^"]+/,
  'packages/clients/mcp/package.json': /(?<="version": ")[^"]+/,
  'packages/clients/sdk-python/pyproject.toml': /(?<=^version = ")[^"]+/m,
  'k8s/overlays/production/kustomization.yaml': /(?<=newTag: )[\w.-]+/g,
  'k8s/README.md': /(?<=docfleet\/operator:)\d[\w.-]+/g,
};

/** The version that a file of a checkout states; undefined where the file does not exist. */
export function versionIn(file: string, checkout: string = repository): string | undefined {
  const expression = versionedFiles[file];
  const path = join(checkout, file);
  return expression && existsSync(path) ? readFileSync(path, 'utf8').match(expression)?.[0] : undefined;
}

/** That one of the packages took the new version of another says nothing: their versions are always the same. */
const saysSomething = (item: string) => item.trim() !== '' && !item.startsWith('- Updated dependencies');

/**
 * The sections of all packages' new entries as one, without a line twice: one that moves a package by a minor version and another by a patch
 * stands in the greater section alone.
 */
export function mergeEntries(entries: readonly string[]): string {
  const sections = new Map<string, Set<string>>();
  for (const entry of entries)
    for (const section of entry.split(/^### /m).slice(1)) {
      const [title = '', ...lines] = section.split('\n');
      const merged = sections.get(title) ?? new Set();
      sections.set(title, merged);
      for (const item of lines.join('\n').split(/^(?=- )/m)) if (saysSomething(item)) merged.add(item.trim());
    }
  const known = new Set<string>();
  for (const title of ['Major Changes', 'Minor Changes', 'Patch Changes'])
    for (const item of sections.get(title) ?? [])
      if (known.has(item)) sections.get(title)?.delete(item);
      else known.add(item);
  return [...sections].map(([title, items]) => `### ${title}\n\n${[...items].join('\n')}`).join('\n\n');
}

/** Versions the packages of a checkout, with the program of this one. */
export function versionPackages(checkout: string): void {
  const changesets = join(repository, 'node_modules/@changesets/cli/bin.js');
  const { status } = spawnSync(process.execPath, [changesets, 'version'], {
    cwd: checkout,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('changeset version failed: see the lines above');
  const read = (file: string) => readFileSync(join(checkout, file), 'utf8');
  const version = versionIn('packages/clients/sdk/package.json', checkout) ?? '';
  if (version === JSON.parse(read('package.json')).version) throw new Error('No changeset moves the version');
  const names = ['sdk', 'cli', 'mcp'].map((name) => `packages/clients/${name}/CHANGELOG.md`);
  const written = names.filter((file) => existsSync(join(checkout, file)));
  const entry = mergeEntries(written.map((file) => read(file).split(/^## /m)[1] ?? ''));
  for (const file of written) rmSync(join(checkout, file));
  const write = (file: string, text: string) => writeFileSync(join(checkout, file), text);
  write('CHANGELOG.md', read('CHANGELOG.md').replace(/^## /m, `## ${version}\n\n${entry}\n\n## `));
  write('package.json', read('package.json').replace(/(?<="version": ")[^"]+/, version));
  for (const [file, expression] of Object.entries(versionedFiles))
    if (existsSync(join(checkout, file))) write(file, read(file).replace(expression, version));
}

if (import.meta.main) versionPackages(repository);
