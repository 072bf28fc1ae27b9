import { spawn } from 'node:child_process';
import { AppError } from '@docfleet/errors';
import { inheritedEnvironment } from '@docfleet/runtime/config';
import { type SystemProgram, systemPrograms } from './programs.ts';

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
