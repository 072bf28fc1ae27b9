import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { AppError } from '@docfleet/errors';
import { inheritedEnvironment } from '@docfleet/runtime/config';

/** Programs of the operating system that some files are read with; npm cannot bring them. */
const systemPrograms = {
  tesseract: { packageName: 'tesseract-ocr', purpose: 'text in pictures and scanned PDF pages' },
  soffice: {
    packageName: 'libreoffice-writer-nogui and libreoffice-impress-nogui',
    purpose: 'DOC and PPT files',
  },
} as const;

export type SystemProgram = keyof typeof systemPrograms;

const isInstalled = async (program: string): Promise<boolean> => {
  const { PATH = '' } = inheritedEnvironment('PATH');
  const found = await Promise.all(
    PATH.split(delimiter).map((folder) =>
      access(join(folder, program), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
};

/** The programs that this machine lacks, in the order of their list. */
export async function findMissingPrograms(): Promise<SystemProgram[]> {
  const names = Object.keys(systemPrograms) as SystemProgram[];
  const installed = await Promise.all(names.map(isInstalled));
  return names.filter((_, index) => !installed[index]);
}

const listOf = (items: readonly string[]) => new Intl.ListFormat('en-GB').format(items);

/** One line that says which files cannot be read on this machine, and what to do; undefined where all can. */
export async function describeMissingPrograms(): Promise<string | undefined> {
  const missing = await findMissingPrograms();
  if (missing.length === 0) return undefined;
  const purposes = missing.map((program) => `${systemPrograms[program].purpose} (${program})`);
  return `Cannot be read on this machine: ${listOf(purposes)}. To install what is missing: npm run setup:system`;
}

export interface ProgramRun {
  readonly args: readonly string[];
  readonly input?: Uint8Array;
  /** Folder in which it runs. */
  readonly directory?: string;
}

export interface ProgramResult {
  readonly exitCode: number | null;
  readonly output: Buffer;
  /** The end of its error output. */
  readonly complaint: string;
}

const maxOutput = 400_000_000;
const complaintLength = 2_000;

const missing = (program: SystemProgram, cause: unknown) =>
  new AppError(
    'SYSTEM_PROGRAM_MISSING',
    `This file is read with ${program}, which is not installed here: run npm run setup:system, or install ${systemPrograms[program].packageName}, and ingest it again`,
    { cause },
  );

/**
 * Runs a program in this process's group, so that it ends with the group; how long it may take is the affair of the pool.
 * Throws SYSTEM_PROGRAM_MISSING where it is not installed; whether an exit code is a failure, its caller knows.
 */
export async function runProgram(
  program: SystemProgram,
  { args, input, directory }: ProgramRun,
): Promise<ProgramResult> {
  const child = spawn(program, args, {
    cwd: directory,
    env: {
      ...inheritedEnvironment('PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TESSDATA_PREFIX'),
      // LibreOffice keeps parts of a document in temporary files, which it leaves behind when it is killed.
      ...(directory !== undefined && { TMPDIR: directory }),
      // More threads make tesseract slower, and one file should not take every core.
      OMP_THREAD_LIMIT: '1',
    },
  });
  const output: Buffer[] = [];
  let length = 0;
  let complaint = '';
  child.stdout.on('data', (piece: Buffer) => {
    length += piece.length;
    if (length > maxOutput) child.kill('SIGKILL');
    else output.push(piece);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-complaintLength);
  });
  // A program that ends before it has read all reports it by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', (cause: NodeJS.ErrnoException) =>
    reject(cause.code === 'ENOENT' ? missing(program, cause) : cause),
  );
  child.once('close', resolve);
  const exitCode = await promise;
  return { exitCode, output: Buffer.concat(output), complaint };
}
