/** Rules of this repository that no linter knows. Prints each breach and fails when there is one. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, posix, sep } from 'node:path';
import { findRetiredWords } from './retired-words.ts';
import { findSingleImporters } from './single-importers.ts';

const maxLines = 300;

/** Names that say nothing about what is inside. */
const emptyNames = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'lib']);

/** The environment is read in packages/platform/runtime/src/config, in one file of the command line and of the MCP program, which run alone, and by what runs before or around the product. */
const mayReadEnvironment =
  /^((packages\/[^/]+|services)\/[^/]+\/test\/|packages\/(platform\/runtime\/src\/config|testing)\/|packages\/clients\/(cli\/src\/environment|mcp\/src\/main)\.ts$|scripts\/|bench\/|tests\/)|\.(test|fixture)\.ts$/;

/** Columns of type `Json` in packages/platform/database/prisma/schema, without names that are common elsewhere. */
const jsonColumns =
  'configs|previousConfigs|payload|listingProgress|syncCursor|selection|selectionNames|lastFetch|embedding|estimate|outcome|details|skippedItems|metadata';
const castsJsonColumn = new RegExp(
  `\\b(?:${jsonColumns})(?:'\\])?\\)? as (?:unknown as )?(?!const\\b|unknown\\b|Prisma\\.Input)\\S+`,
);
const readsJsonColumns =
  /^(packages\/core\/(domain|pipeline)|services\/(?!console\/))[^.]*\/src\/(?!.*\.(test|fixture)\.ts$)/;

/** Modules that jest loads anew for each test file: scripts/jest/native-runtime.js. */
const isLoadedAnew = /^(tests|(packages\/[^/]+|services)\/[^/]+\/test)\/|\.(test|fixture)\.ts$/;

/** Comments that begin with a relative clause: readers need the verb or the noun first. */
const vagueComment =
  /(?:\/\*\*\s*(?:\*\s*)?|\s\/\/ (?!Where|The))(What|Who|Whom|Whose|Where|The same|So many)\b/;
/** Bounds and defaults under other names than max, min and default; a measured maximum may be the longest or the largest. */
const otherBound =
  /\b(?:most|least|greatest|fewest|utmost|usual)[A-Z]\w*(?=\??[ :=,)}])|(?<=^\s*(?:export )?const )(?:longest|largest|deepest|smallest|shortest)[A-Z]\w*(?= = [\d('])/m;
/** Names of the closed vocabulary (CONTRIBUTING.md) that meant several things, and what replaces them. */
const retiredNames: readonly (readonly [name: RegExp, replacement: string])[] = [
  [/\bplaceOf\w*/, 'path, key, range, cell, location'],
  [/\bwhoHas\w*/, 'owner'],
  [/\b(?:invite[A-Z]\w*|Invited\w*|\w+Invit(?:ed|ation)\w*)\b/, 'request (of a sync)'],
];
/** Code of ours. */
const hasPlainNames = /^(packages\/|services\/|tests\/|bench\/|scripts\/(?!house-rules))/;

/** Returns a sentence for each rule that a file breaks. */
export function findBreaches(path: string, text: string): string[] {
  const breaches: string[] = [];
  const cast = readsJsonColumns.test(path) && castsJsonColumn.exec(text);
  if (cast) breaches.push(`casts a JSON column ("${cast[0]}"): parse it with its zod schema`);
  const lines = text.split('\n').length - 1;
  if (lines > maxLines) breaches.push(`has ${lines} lines: more than ${maxLines} are more than one concept`);
  if (/^[^/]+\.txt$/.test(path)) breaches.push('is a note at the root: newcomers see it first');
  const empty = path.split(/[/.]/).find((part) => emptyNames.has(part));
  if (empty) breaches.push(`"${empty}" does not say what is inside`);
  if (/\.\.\.\{/.test(text) && !path.startsWith('scripts/house-rules'))
    breaches.push('spreads an object literal: write its fields');
  if (/\bprocess(\.env\b|\[['"]env)/.test(text) && !mayReadEnvironment.test(path))
    breaches.push('reads the environment: that is the affair of packages/platform/runtime/src/config');
  if (/^(before|after)(All|Each)\(/m.test(text) && !isLoadedAnew.test(path))
    breaches.push(
      'registers a hook of tests when it is imported: call it *.fixture.ts, or only the first test file gets it',
    );
  if (!hasPlainNames.test(path)) return breaches;
  const vague = vagueComment.exec(text);
  if (vague) breaches.push(`has a comment that begins with "${vague[1]}": begin with a verb or a noun`);
  const bound = otherBound.exec(text);
  if (bound) breaches.push(`names a bound ${bound[0]}: max, min or default`);
  for (const [name, replacement] of retiredNames) {
    const found = name.exec(text);
    if (found) breaches.push(`names something "${found[0]}": ${replacement}`);
  }
  return breaches;
}

/** Paths of this repository that a text of documentation names in backticks or as the target of a link, without placeholders. */
export function namedPaths(text: string): string[] {
  const paths = text.matchAll(
    /(?<=[`(\s])(?:\.\.\/)*((?:packages|services|scripts|tests|bench|deploy|k8s|examples)\/[\w./@-]*[\w/])(?=[`)\s:#])/g,
  );
  return [...new Set([...paths].map(([, path = '']) => path))];
}

/** Finds faults in the numbers and heads of the decisions, from their file names and texts. */
export function findDecisionBreaches(pages: Readonly<Record<string, string>>): string[] {
  return Object.entries(pages)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([name, text], index) => {
      const number = index + 1;
      if (!name.startsWith(`${String(number).padStart(4, '0')}-`))
        return [`${name} should have number ${number}`];
      const head = new RegExp(`^# ${number}\\. .+\\n\\nStatus: \\w[^.]*\\. Date: \\d{4}-\\d\\d-\\d\\d\\.\\n`);
      return head.test(text) ? [] : [`${name} does not begin with "# ${number}. …", its status and date`];
    });
}

const decisions = () =>
  globSync('docs/decisions/[0-9]*.md').map((file) => [basename(file), readFileSync(file, 'utf8')] as const);

const documentation = () =>
  globSync('{*,docs/**/*,packages/**/*,services/*/*,bench/**/*,deploy/**/*,k8s/**/*}.md', {
    exclude: (name) => name.split(sep).includes('node_modules') || name === 'CHANGELOG.md',
  });

/** Files besides documentation and source whose wording operators and clients read. */
const manifestsAndModels = () =>
  globSync(
    [
      '{deploy,k8s}/**/*.{yml,yaml}',
      'docker-compose.yml',
      'packages/platform/database/prisma/schema/*.prisma',
      'packages/clients/sdk-python/{src,tests,scripts}/**/*.py',
    ],
    { exclude: (name) => name.split(sep).some((part) => ['node_modules', 'generated'].includes(part)) },
  );

function sourceFiles(): string[] {
  return globSync('{packages,services,tests,bench,scripts}/**/*.{ts,tsx,js,mjs,cjs,css}', {
    exclude: (name) => name.split(sep).some((part) => ['node_modules', 'generated', 'dist'].includes(part)),
  });
}

/** Files that manifests export: others than their importers may use them. */
const exportedFiles = () =>
  globSync('{packages/*/*,packages/testing,services/*}/package.json').flatMap((manifest) => {
    const { exports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports?: object };
    const files = Object.values(exports).flatMap((file) =>
      typeof file === 'string' ? [file] : Object.values(file),
    );
    return files.map((file) => posix.join(dirname(manifest).replaceAll(sep, '/'), String(file)));
  });

if (import.meta.main) {
  const texts = new Map(sourceFiles().map((path) => [path.replaceAll(sep, '/'), readFileSync(path, 'utf8')]));
  for (const { imported, importer } of findSingleImporters(texts, new Set(exportedFiles()))) {
    console.error(`${imported} is imported by ${importer} alone, and both are short: one file`);
    process.exitCode = 1;
  }
  for (const breach of findDecisionBreaches(Object.fromEntries(decisions()))) {
    console.error(`docs/decisions: ${breach}`);
    process.exitCode = 1;
  }
  for (const file of documentation().sort()) {
    for (const path of namedPaths(readFileSync(file, 'utf8'))) {
      // A file may be named without its extension; what a build writes is not there before it.
      if (existsSync(path) || globSync(`${path}.*`).length > 0 || path.endsWith('/dist')) continue;
      console.error(`${file} names ${path}, which does not exist`);
      process.exitCode = 1;
    }
  }
  for (const path of [...sourceFiles(), ...globSync('*.txt')].sort()) {
    for (const breach of findBreaches(path.replaceAll(sep, '/'), readFileSync(path, 'utf8'))) {
      console.error(`${path} ${breach}`);
      process.exitCode = 1;
    }
  }
  for (const path of [...sourceFiles(), ...documentation(), ...manifestsAndModels()].sort()) {
    for (const breach of findRetiredWords(path.replaceAll(sep, '/'), readFileSync(path, 'utf8'))) {
      console.error(`${path} ${breach}`);
      process.exitCode = 1;
    }
  }
}
