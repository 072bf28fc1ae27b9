import { decodeText } from '../../decode.ts';
import type { Format } from '../../format.ts';

const extensions = new Set(['md', 'markdown', 'mdown', 'mkd', 'mdx']);
const types = new Set(['text/markdown', 'text/x-markdown']);

/** Markdown is already what it shall become. */
export const markdown: Format = {
  name: 'Markdown',
  mimeType: 'text/markdown',
  matches: ({ extension, declaredType }) => extensions.has(extension) || types.has(declaredType),
  convert: ({ bytes, declaredCharset }) => decodeText(bytes, () => declaredCharset),
};
