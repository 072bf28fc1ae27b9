import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeMissingPrograms, findMissingPrograms, runProgram } from './run-program.ts';

const path = process.env['PATH'] ?? '';
beforeEach(() => {
  process.env['PATH'] = '/nowhere';
});
afterEach(() => {
  process.env['PATH'] = path;
});

test('a file that needs a program which is not there fails with what to install', async () => {
  await expect(runProgram('tesseract', { args: [] })).rejects.toMatchObject({
    code: 'SYSTEM_PROGRAM_MISSING',
    message: expect.stringMatching(/tesseract.*npm run setup:system.*tesseract-ocr/),
  });
});

test('what a machine lacks is said in one line', async () => {
  expect(await findMissingPrograms()).toEqual(['tesseract', 'soffice']);
  expect(await describeMissingPrograms()).toBe(
    'Cannot be read on this machine: text in pictures and scanned PDF pages (tesseract) and DOC and PPT files (soffice). To install what is missing: npm run setup:system',
  );
});
