import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@docfleet/errors';
import { runProgram } from '../system-programs/run-program.ts';
import { makeProfile } from './profile.ts';

export interface OfficeConversion {
  /** The name of LibreOffice's filter that reads the file: nothing else is tried on it. */
  readonly inputFilter: string;
  readonly target: 'docx' | 'pptx';
}

/**
 * Converts an office file and returns the path of the result, in the work folder. Throws SYSTEM_PROGRAM_MISSING, and
 * DOCUMENT_UNREADABLE where LibreOffice makes nothing of the file.
 */
export async function convertWithLibreOffice(
  { path, workDirectory }: { readonly path: string; readonly workDirectory: string },
  { inputFilter, target }: OfficeConversion,
): Promise<string> {
  const folder = join(workDirectory, 'converted');
  await mkdir(folder, { recursive: true });
  const { complaint } = await runProgram('soffice', {
    args: [
      await makeProfile(join(workDirectory, 'profile')),
      ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck'],
      `--infilter=${inputFilter}`,
      ...['--convert-to', target, '--outdir', folder, path],
    ],
    directory: workDirectory,
  });
  // Its exit code is 0 also where it could not read the file.
  const [name] = await readdir(folder);
  if (name) return join(folder, name);
  throw new AppError('DOCUMENT_UNREADABLE', 'The file is damaged: save or upload it again', {
    cause: new Error(complaint),
  });
}
