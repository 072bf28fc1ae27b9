import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';

export const repository = join(import.meta.dirname, '../..');

/** Pages outside of docs/ that guides refer to. */
const ofRepository = [
  ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...['bench/README.md', 'deploy/README.md', 'k8s/README.md', 'services/README.md'],
];

const ofDocs = 'docs/**/*.{md,png,svg,webp,json}';

/** The files of the repository that pages are made of. */
export const sourcePatterns: readonly string[] = [ofDocs, ...ofRepository];

/** Returns the address of a repository file on the site; undefined for a file that is not published. */
export function addressOf(file: string): string | undefined {
  const isPage = file.endsWith('.md');
  if (!isPage && !/^docs\/.*\.(png|svg|webp|json)$/.test(file)) return undefined;
  const place = file.startsWith('docs/')
    ? file.slice('docs/'.length).replace(/^guides\//, '')
    : ofRepository.includes(file)
      ? `repository/${file}`
      : undefined;
  return place?.replace(/(^|\/)README\.md$/, '$1index.md');
}

/** A page's text with its links as the site has them; what is not on the site is named without a link. */
export function rewriteLinks(file: string, text: string): string {
  const here = addressOf(file) ?? '';
  return text.replace(/(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (all, mark, label, link) => {
    if (/^([a-z]+:|#)/.test(link)) return all;
    const [path = '', anchor] = link.split('#');
    const target = posix.normalize(posix.join(posix.dirname(file), path));
    const page = target.endsWith('/') ? `${target}README.md` : target;
    const place = existsSync(join(repository, page)) ? addressOf(page) : undefined;
    if (place === undefined) return mark ? '' : label;
    const relative = posix.relative(posix.dirname(here), place);
    return `${mark}[${label}](${relative.startsWith('.') ? relative : `./${relative}`}${anchor ? `#${anchor}` : ''})`;
  });
}

/** Copies every page and picture of the documentation into `folder`, each where the site has it. */
export async function collectPages(folder: string): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  const found = globSync(ofDocs, {
    cwd: repository,
    exclude: (name) => /node_modules|docs\/site/.test(name),
  });
  const places: string[] = [];
  for (const file of [...found.map((each) => each.split('\\').join('/')), ...ofRepository]) {
    const place = addressOf(file);
    if (place === undefined) continue;
    const target = join(folder, place);
    await mkdir(dirname(target), { recursive: true });
    if (file.endsWith('.md'))
      await writeFile(target, rewriteLinks(file, await readFile(join(repository, file), 'utf8')));
    else await cp(join(repository, file), target);
    places.push(place);
  }
  return places.sort();
}
