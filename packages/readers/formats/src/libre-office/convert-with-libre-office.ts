import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@docfleet/errors';
import { runProgram } from '../system-programs/run-program.ts';
import { makeProfile } from './profile.ts';

export interface OfficeConversion {
  /** The names of LibreOffice's filters that may read the file, in the order in which they are tried; no others are. */
  readonly inputFilters: readonly string[];
  readonly target: 'docx' | 'pptx';
}

/**
 * Converts an office file and returns the path of the result, in the work folder. Throws SYSTEM_PROGRAM_MISSING, and
 * DOCUMENT_UNREADABLE where LibreOffice makes nothing of the file.
 */
export async function convertWithLibreOffice(
  { path, workDirectory }: { readonly path: string; readonly workDirectory: string },
  { inputFilters, target }: OfficeConversion,
): Promise<string> {
  const folder = join(workDirectory, 'converted');
  await mkdir(folder, { recursive: true });
  const profile = await makeProfile(join(workDirectory, 'profile'));
  let complaint = '';
  for (const inputFilter of inputFilters) {
    const run = await runProgram('soffice', {
      args: [
        profile,
        ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck'],
        `--infilter=${inputFilter}`,
        ...['--convert-to', target, '--outdir', folder, path],
      ],
      directory: workDirectory,
    });
    complaint = run.complaint;
    // Its exit code is 0 also where it could not read the file.
    const [name] = await readdir(folder);
    if (name) return join(folder, name);
  }
  throw new AppError('DOCUMENT_UNREADABLE', 'The file is damaged: save or upload it again', {
    cause: new Error(complaint),
  });
}
