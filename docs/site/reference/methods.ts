import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations, pagedItems } from '../../../packages/clients/sdk/src/operations.ts';
import { repository } from '../collect-pages.ts';
import { snake } from './samples.ts';

/** Name of the Python method that iterates over a list: `iter`, and `iter_chunks` of `chunks`. */
const iterating = (method: string) => (method === 'list' ? 'iter' : `iter_${method.replace(/^list_/, '')}`);

/** Returns the names of a method in Python: with the one that iterates, where it lists pages. */
const inPython = ([method, operation]: [string, string]) =>
  operation in pagedItems ? [snake(method), iterating(snake(method))] : [snake(method)];

/** The guides that list the methods of an SDK, and how it names these. */
const guides = {
  'docs/guides/sdk.md': { group: (name: string) => name, methods: ([method]: [string, string]) => [method] },
  'docs/guides/python.md': { group: snake, methods: inPython },
} as const;

/** Returns a guide with the present list of methods: the lines that begin with a group of the client. */
function withMethods(file: keyof typeof guides, text: string): string {
  const { group, methods } = guides[file];
  const lines = Object.entries(operations).map(([name, members]) => {
    const names = Object.entries(members).flatMap(methods);
    return `- \`client.${group(name)}\`: ${names.map((method) => `\`${method}\``).join(', ')}\n`;
  });
  return text.replace(/(?:^- `client\.\w+`: .*\n)+/m, () => lines.join(''));
}

/** Returns each guide as it is, and as it has to be. */
export const methodLists = () =>
  (Object.keys(guides) as (keyof typeof guides)[]).map((file) => {
    const path = join(repository, file);
    const present = readFileSync(path, 'utf8');
    return { path, present, wanted: withMethods(file, present) };
  });

/** Writes the lists of methods into the guides of the SDKs. */
export function writeMethodLists(): void {
  for (const { path, wanted } of methodLists()) writeFileSync(path, wanted);
}
