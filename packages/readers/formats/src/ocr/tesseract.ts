import { AppError } from '@docfleet/errors';
import { runProgram } from '../system-programs/run-program.ts';
import { readHocr, type TextLine } from './hocr.ts';
import { type Picture, writePgm } from './picture/remove-specks.ts';

/** Tesseract's page segmentation: as a page of columns and blocks, or as one block of text. */
export type Segmentation = 'page' | 'block';

const segmentationModes: Readonly<Record<Segmentation, string>> = { page: '3', block: '6' };

async function callTesseract(picture: Picture, args: readonly string[]): Promise<string | undefined> {
  const { exitCode, output, complaint } = await runProgram('tesseract', {
    args: ['stdin', 'stdout', ...args],
    input: writePgm(picture),
  });
  // It goes on without a language as long as it has another one.
  const language = /Failed loading language '([^']+)'/.exec(complaint)?.[1];
  if (language) throw missingLanguage(language);
  return exitCode === 0 ? output.toString('utf8') : undefined;
}

function missingLanguage(language: string): AppError {
  const packageName = `tesseract-ocr-${language.toLowerCase().replaceAll('_', '-')}`;
  return new AppError(
    'SYSTEM_PROGRAM_MISSING',
    `OCR is to read the language ${language}, which tesseract lacks here: install the package ${packageName}, or change OCR_LANGUAGES, and ingest the file again`,
  );
}

export interface Recognition {
  readonly languages: readonly string[];
  readonly segmentation: Segmentation;
  /** Resolution of the picture, if known; otherwise estimated by tesseract. */
  readonly dotsPerInch?: number | undefined;
}

/** The lines of text that tesseract finds. Throws SYSTEM_PROGRAM_MISSING, also for a language. */
export async function recognize(
  picture: Picture,
  { languages, segmentation, dotsPerInch }: Recognition,
): Promise<TextLine[]> {
  const resolution = dotsPerInch ? ['--dpi', String(Math.round(dotsPerInch))] : [];
  const args = ['-l', languages.join('+'), '--psm', segmentationModes[segmentation], ...resolution, 'hocr'];
  // A picture that it rejects is one without text.
  return readHocr((await callTesseract(picture, args)) ?? '');
}

/** Minimum of characters for detecting the orientation of a page; tesseract's own minimum is 50. */
const minCharacters = 15;

/** Quarters of a turn, clockwise, that set the picture upright; undefined where tesseract does not know. */
export async function findOrientation(picture: Picture): Promise<number | undefined> {
  const report = await callTesseract(picture, [
    '-l',
    'osd',
    '--psm',
    '0',
    '-c',
    `min_characters_to_try=${minCharacters}`,
  ]);
  const degrees = /^Rotate: (\d+)/m.exec(report ?? '')?.[1];
  return degrees === undefined ? undefined : Number(degrees) / 90;
}
