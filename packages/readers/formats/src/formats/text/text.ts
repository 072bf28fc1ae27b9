import { decodeText } from '@docfleet/text/decoding';
import { type Format, isPlainText } from '../../format.ts';
import { withoutDataAddresses } from './without-data-addresses.ts';

/**
 * Plain text stays as it is: no Markdown is escaped in it, for a reader of the original sees those characters too.
 * What is done to stray characters is the same for all texts and said in `clean-text.ts`.
 */
export const text: Format = {
  name: 'TXT',
  mimeType: 'text/plain',
  matches: isPlainText,
  convert: ({ bytes, declaredCharset, reportNotRead }) =>
    withoutDataAddresses(
      decodeText(bytes, () => [declaredCharset]),
      reportNotRead,
    ),
};

const extensions = new Set(['md', 'markdown', 'mdown', 'mkd', 'mdx']);
const types = new Set(['text/markdown', 'text/x-markdown']);

/** Markdown is already what it shall become, but for the pictures that it holds. */
export const markdown: Format = {
  name: 'Markdown',
  mimeType: 'text/markdown',
  matches: (sample) =>
    isPlainText(sample) && (extensions.has(sample.extension) || types.has(sample.declaredType)),
  convert: ({ bytes, declaredCharset, reportNotRead }) =>
    withoutDataAddresses(
      decodeText(bytes, () => [declaredCharset]),
      reportNotRead,
    ),
};
