import { decodeText } from '@docfleet/text/decoding';
import { type Format, isPlainText } from '../../format.ts';

/**
 * Plain text stays as it is: no Markdown is escaped in it, for a reader of the original sees those characters too.
 * What is done to stray characters is the same for all texts and said in `clean-text.ts`.
 */
export const text: Format = {
  name: 'TXT',
  mimeType: 'text/plain',
  matches: isPlainText,
  convert: ({ bytes, declaredCharset }) => decodeText(bytes, () => [declaredCharset]),
};

const extensions = new Set(['md', 'markdown', 'mdown', 'mkd', 'mdx']);
const types = new Set(['text/markdown', 'text/x-markdown']);

/** Markdown is already what it shall become. */
export const markdown: Format = {
  name: 'Markdown',
  mimeType: 'text/markdown',
  matches: (sample) =>
    isPlainText(sample) && (extensions.has(sample.extension) || types.has(sample.declaredType)),
  convert: ({ bytes, declaredCharset }) => decodeText(bytes, () => [declaredCharset]),
};
