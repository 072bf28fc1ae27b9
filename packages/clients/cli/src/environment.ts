import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** Settings that commands read from environment variables; no other module of the command line reads `process.env`. */
export interface Environment {
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly namespaceId: string | undefined;
  readonly profile: string | undefined;
  /** NO_COLOR is set, https://no-color.org, or the terminal knows no colors. */
  readonly isColorless: boolean;
  /** Directory of the stored profiles: https://specifications.freedesktop.org/basedir-spec. */
  readonly configDirectory: string;
  /** Directory of data that can be deleted without harm, by the same specification. */
  readonly cacheDirectory: string;
  /** Relative paths start here. */
  readonly workingDirectory: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the variables of the command; one that is empty counts as unset. */
export function readEnvironment(variables: Variables = process.env): Environment {
  const read = (name: string) => variables[name] || undefined;
  // npm runs scripts in the folder of package.json and says here where its user is.
  const isNpmScript = read('npm_lifecycle_event') === 'docfleet';
  return {
    url: read('DOCFLEET_URL'),
    apiKey: read('DOCFLEET_API_KEY'),
    namespaceId: read('DOCFLEET_NAMESPACE'),
    profile: read('DOCFLEET_PROFILE'),
    isColorless: read('NO_COLOR') !== undefined || read('TERM') === 'dumb',
    configDirectory: join(read('XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'docfleet'),
    cacheDirectory: join(read('XDG_CACHE_HOME') ?? join(homedir(), '.cache'), 'docfleet'),
    workingDirectory: (isNpmScript && read('INIT_CWD')) || process.cwd(),
  };
}

type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

type Input = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** Streams of a command: standard input, standard output and standard error. */
export interface Terminal {
  readonly input: Input;
  /** Takes results. */
  readonly output: Output;
  /** Takes questions, progress and errors. */
  readonly errors: Output;
}

/** Everything that a command receives from the process that runs it. */
export interface Cli {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** Aborted by Ctrl-C with an Interrupted: work in progress stops, and partial results are removed. */
  readonly signal: AbortSignal;
  readonly version: string;
  /** Opens an address in the user's browser, if there is one. */
  openBrowser(address: string): void;
}
