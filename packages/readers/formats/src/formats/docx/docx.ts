import { asUnreadable, type Format } from '../../format.ts';

/** Word documents and templates, with macros or without; macros are not looked at. */
export const docx: Format = {
  name: 'DOCX',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  matches: ({ signature }) => signature?.extension === 'docx',
  async *convert(source) {
    const { readDocx } = await import('./read-docx.ts');
    yield* asUnreadable('DOCX', readDocx(source));
  },
};
