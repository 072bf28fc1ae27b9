/** `npm run version-packages`: turns the changesets into the next version of all packages, and into its entry in CHANGELOG.md. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(repository, file), 'utf8');

/** Where the version of the root manifest is repeated, each with the expression that finds it. */
export const versionedFiles: Readonly<Record<string, RegExp>> = {
  'packages/sdk/package.json': /(?<="version": ")[^"]+/,
  'packages/cli/package.json': /(?<="version": ")[^"]+/,
  'packages/mcp/package.json': /(?<="version": ")[^"]+/,
  'packages/sdk-python/pyproject.toml': /(?<=^version = ")[^"]+/m,
  'k8s/overlays/production/kustomization.yaml': /(?<=newTag: )[\w.-]+/g,
  'k8s/README.md': /(?<=docfleet\/operator:)\d[\w.-]+/g,
};

/** The version that a file states; undefined where the file does not exist. */
export function versionIn(file: string): string | undefined {
  const expression = versionedFiles[file];
  return expression && existsSync(join(repository, file)) ? read(file).match(expression)?.[0] : undefined;
}

/** The sections of all packages' new entries as one, without a line twice. */
export function mergeEntries(entries: readonly string[]): string {
  const sections = new Map<string, Set<string>>();
  for (const entry of entries)
    for (const section of entry.split(/^### /m).slice(1)) {
      const [title = '', ...lines] = section.split('\n');
      const merged = sections.get(title) ?? new Set();
      sections.set(title, merged);
      for (const item of lines.join('\n').split(/^(?=- )/m)) if (item.trim()) merged.add(item.trim());
    }
  return [...sections].map(([title, items]) => `### ${title}\n\n${[...items].join('\n')}`).join('\n\n');
}

function versionPackages(): void {
  const changesets = join(repository, 'node_modules/@changesets/cli/bin.js');
  const { status } = spawnSync(process.execPath, [changesets, 'version'], {
    cwd: repository,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('changeset version failed: see the lines above');
  const version = versionIn('packages/sdk/package.json') ?? '';
  const names = ['sdk', 'cli', 'mcp'].map((name) => `packages/${name}/CHANGELOG.md`);
  const written = names.filter((file) => existsSync(join(repository, file)));
  const entry = mergeEntries(written.map((file) => read(file).split(/^## /m)[1] ?? ''));
  for (const file of written) rmSync(join(repository, file));
  writeFileSync(
    join(repository, 'CHANGELOG.md'),
    read('CHANGELOG.md').replace(/^## /m, `## ${version}\n\n${entry}\n\n## `),
  );
  const manifest = read('package.json').replace(/(?<="version": ")[^"]+/, version);
  writeFileSync(join(repository, 'package.json'), manifest);
  for (const [file, expression] of Object.entries(versionedFiles))
    if (existsSync(join(repository, file)))
      writeFileSync(join(repository, file), read(file).replace(expression, version));
}

if (import.meta.main) versionPackages();
