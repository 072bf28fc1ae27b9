import { decodeText } from '@docfleet/text/decoding';
import { isPlainText } from '../../detect/is-plain-text.ts';
import type { Format } from '../../format.ts';

const extensions = new Set(['md', 'markdown', 'mdown', 'mkd', 'mdx']);
const types = new Set(['text/markdown', 'text/x-markdown']);

/** Markdown is already what it shall become. */
export const markdown: Format = {
  name: 'Markdown',
  mimeType: 'text/markdown',
  matches: (sample) =>
    isPlainText(sample) && (extensions.has(sample.extension) || types.has(sample.declaredType)),
  convert: ({ bytes, declaredCharset }) => decodeText(bytes, () => declaredCharset),
};
