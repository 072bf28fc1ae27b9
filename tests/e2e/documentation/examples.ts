import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notRun } from './not-run.ts';

export const repository = join(import.meta.dirname, '../../..');

export interface Example {
  readonly file: string;
  readonly language: string;
  readonly code: string;
}

const pages = ['README.md', 'docs/reliability.md', 'docs/guides/**/*.md'];
const fence = /^```([a-z]+)\n([\s\S]*?)^```$/gm;

/** The examples of the front page and of all guides: their blocks that name a language. */
export async function readExamples(): Promise<Example[]> {
  const examples: Example[] = [];
  for await (const file of glob(pages, { cwd: repository }))
    for (const [, language = '', code = ''] of (await readFile(join(repository, file), 'utf8')).matchAll(
      fence,
    ))
      examples.push({ file, language, code });
  return examples;
}

/** Why no test runs an example; undefined for those that run. */
const reasonNotToRun = ({ file, code }: Example): string | undefined =>
  Object.entries(notRun[file] ?? {}).find(([beginning]) => code.startsWith(beginning))?.[1];

/** No test runs what installs programs, adds users or restarts services, should an example of that kind be listed nowhere. */
const changesMachine =
  /(^|[\s;|&])(apt-get|useradd|systemctl|sudo|su|chown|install|npm (install|run setup))\s/m;

const key = ({ file, language }: Pick<Example, 'file' | 'language'>) => `${file} (${language})`;

/** Selects examples to run, and remembers which were selected. */
export function openExamples(examples: readonly Example[]) {
  const selected = new Set<string>();
  return {
    /** The examples of a language in a file that can be run, in their order. */
    select(file: string, language: string): string[] {
      const found = examples.filter(
        (example) =>
          example.file === file && example.language === language && reasonNotToRun(example) === undefined,
      );
      if (found.length === 0) throw new Error(`There is no example to run: ${key({ file, language })}`);
      const dangerous = found.find(({ code }) => language === 'sh' && changesMachine.test(code));
      if (dangerous)
        throw new Error(`This example changes the machine: ${key(dangerous)}\n${dangerous.code}`);
      selected.add(key({ file, language }));
      return found.map(({ code }) => code);
    },
    /** Examples that were not selected and of which no reason is known. */
    forgotten: () =>
      examples.filter((example) => reasonNotToRun(example) === undefined && !selected.has(key(example))),
  };
}
