import { asUnreadable, type Format } from '../../format.ts';

/** PowerPoint presentations, shows and templates, with macros or without; macros are not looked at. */
export const pptx: Format = {
  name: 'PPTX',
  mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  matches: ({ signature }) => signature?.extension === 'pptx',
  async *convert(source) {
    const { readPptx } = await import('./read-pptx.ts');
    yield* asUnreadable('PPTX', readPptx(source));
  },
};
