import { decodeText } from '@docfleet/text/decoding';
import { type Format, isPlainText, type Source } from '../../format.ts';

/** Beginning of a Base64 file embedded in a text. RFC 2397. */
const beginning = /data:[\w.+-]{1,64}\/[\w.+-]{1,127}(?:;[\w.-]{1,64}=[\w."-]{1,64}){0,4};base64,/gi;
const maxBeginningLength = 800;
const letters = /^[A-Za-z\d+/=]+/;

/** Removes Base64 content of embedded files, as editors write pictures into Markdown; each is reported as not read. */
async function* withoutDataAddresses(
  pieces: AsyncIterable<string>,
  reportNotRead: Source['reportNotRead'],
): AsyncGenerator<string> {
  let held = '';
  let isWithin = false;
  for await (const piece of pieces) {
    held += piece;
    let read = '';
    while (held !== '') {
      if (isWithin) {
        held = held.replace(letters, '');
        isWithin = held === '';
        continue;
      }
      beginning.lastIndex = 0;
      const found = beginning.exec(held);
      if (!found) break;
      read += held.slice(0, found.index);
      held = held.slice(beginning.lastIndex);
      isWithin = true;
      reportNotRead({ what: 'PICTURE', why: 'Files that a text holds in Base64 are not read' });
    }
    const at = held.lastIndexOf('data:');
    const isOpen = at >= 0 && held.length - at < maxBeginningLength;
    const cut = isOpen ? at : Math.max(0, held.length - 'data:'.length);
    yield read + held.slice(0, cut);
    held = held.slice(cut);
  }
  yield held;
}

/**
 * Plain text stays unchanged: no Markdown is escaped in it, because a reader of the original sees those characters too. Stray
 * characters are handled as in all texts, see `clean-text.ts`.
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

/** Markdown stays unchanged, except for embedded pictures. */
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
