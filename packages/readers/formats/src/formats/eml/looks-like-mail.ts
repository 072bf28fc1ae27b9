import { isPlainText, type Sample } from '../../format.ts';

const fields = new Set(
  'from to cc subject date received message-id mime-version return-path delivered-to content-type reply-to dkim-signature x-mailer'.split(
    ' ',
  ),
);
const field = /^([a-z][a-z\d-]{0,76}):/i;
/** Lines at the beginning among which the fields must be. */
const maxLines = 60;

/** A page that a browser or Word saved as one file is written like a mail, and may lack a sender. */
const savedPage = /^content-type:\s*multipart\/related/im;

/**
 * Whether a text is a mail, or a page that is written like one: it begins with the fields of a mail, and has some of those that every
 * mail has.
 */
export function looksLikeMail(sample: Sample): boolean {
  if (!isPlainText(sample)) return false;
  const known = new Set<string>();
  const lines = sample.text.replace(/^\ufeff?(?:From .{1,200}\r?\n)?/, '').split(/\r?\n/, maxLines);
  for (const [index, line] of lines.entries()) {
    if (line === '') break;
    if (/^[ \t]/.test(line)) continue;
    const name = field.exec(line)?.[1]?.toLowerCase();
    // The last line of the sample may be cut.
    if (!name && index > 0 && index === lines.length - 1) break;
    if (!name) return false;
    if (fields.has(name)) known.add(name);
  }
  const isNamed = sample.extension === 'eml' || sample.declaredType === 'message/rfc822';
  if (isNamed) return known.size >= 1;
  const fieldLines = sample.text.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const isPage = known.has('mime-version') && savedPage.test(fieldLines);
  return isPage || (known.size >= 3 && known.has('from'));
}
