import { decodeText } from '@docfleet/text/decoding';
import { isPlainText } from '../../detect/is-plain-text.ts';
import type { Format } from '../../format.ts';

/**
 * Plain text stays as it is: no Markdown is escaped in it, for a reader of the original sees those characters too.
 * What is done to stray characters is the same for all texts and said in `clean-text.ts`.
 */
export const text: Format = {
  name: 'TXT',
  mimeType: 'text/plain',
  matches: isPlainText,
  convert: ({ bytes, declaredCharset }) => decodeText(bytes, () => declaredCharset),
};
