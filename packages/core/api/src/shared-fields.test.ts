import { expect, test } from '@jest/globals';
import { ocrConfig } from './shared-fields.ts';

test('pages without text are read by OCR unless a request turns it off', () => {
  expect(ocrConfig.parse(undefined)).toEqual({ strategy: 'STANDARD_OCR' });
  expect(ocrConfig.parse({ strategy: 'BASIC_PARSER' })).toEqual({ strategy: 'BASIC_PARSER' });
});
