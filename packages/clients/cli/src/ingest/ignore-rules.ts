import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import createIgnore, { type Ignore } from 'ignore';

/** Files of these names in any folder say what to leave out below it, as git has it: https://git-scm.com/docs/gitignore. */
const ruleFiles = ['.gitignore', '.docfleetignore'];
/** Patterns that are always ignored: hidden files, installed packages, and temporary files of editors and downloads. */
const defaultRules = [
  '.*',
  'node_modules/',
  '__pycache__/',
  '*.swp',
  '*~',
  '*.part',
  '*.crdownload',
  '~$*',
  'Thumbs.db',
];

/** Rules that exclude files and folders, for one folder and the folders in it. */
export interface IgnoreRules {
  /** Whether to leave this out; the path begins at the root, folders end in `/`. */
  ignores(path: string): boolean;
  /** The rules of a folder in it, with those that its own files add. */
  below(folder: string, directory: string): Promise<IgnoreRules>;
}

/** The rules of the root itself. */
export async function openIgnoreRules(
  directory: string,
  { hidden }: { hidden: boolean },
): Promise<IgnoreRules> {
  const usual = createIgnore().add(hidden ? defaultRules.filter((rule) => rule !== '.*') : defaultRules);
  return layered([{ base: '', rules: usual }]).below('', directory);
}

interface Layer {
  /** The folder that the rules are of, from the root: empty, or ending in `/`. */
  readonly base: string;
  readonly rules: Ignore;
}

/** The last rule that says anything decides. */
function layered(layers: readonly Layer[]): IgnoreRules {
  return {
    ignores(path) {
      for (const { base, rules } of layers.toReversed()) {
        const { ignored, unignored } = rules.test(path.slice(base.length));
        if (ignored || unignored) return ignored;
      }
      return false;
    },
    async below(folder, directory) {
      const texts = await Promise.all(ruleFiles.map((name) => readRules(join(directory, name))));
      const own = texts.filter((text) => text !== '');
      if (own.length === 0) return layered(layers);
      return layered([...layers, { base: folder, rules: createIgnore().add(own.join('\n')) }]);
    },
  };
}

/** The text of a file of rules. Windows writes UTF-16, which read as UTF-8 leaves nothing out; marks of the encoding are no part of it. */
function decode(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

const readRules = (path: string) =>
  readFile(path).then(decode, (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return '';
    throw error;
  });
