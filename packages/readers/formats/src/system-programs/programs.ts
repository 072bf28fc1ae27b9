import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { inheritedEnvironment } from '@docfleet/runtime/config';

/** Programs of the operating system that some files are read with; npm cannot bring them. */
export const systemPrograms = {
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
