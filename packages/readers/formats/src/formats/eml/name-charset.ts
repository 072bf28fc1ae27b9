import { isAscii, isUtf8 } from 'node:buffer';
import { isKnownEncoding } from '@docfleet/text/decoding';

const textField = /^content-type:[ \t]*text\/(?:html|plain)\b.*(?:\r?\n[ \t].*)*/im;
const textType = /text\/(?:html|plain)/i;
const hasCharset = /\bcharset\b/i;
const charsetOf = /\bcharset[ \t]*=[ \t]*"?([^\s";]{1,60})"?/i;
const encoding = /^content-transfer-encoding:\s*"?(quoted-printable|base64)/im;
const declared = /<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;
const nextPart = /^--/m;

/** The bytes of the beginning of a part, as Latin-1. */
function decoded(body: string, head: string): string {
  const [own = ''] = body.replace(/^\s+/, '').split(nextPart, 1);
  const kind = encoding.exec(head)?.[1]?.toLowerCase();
  if (kind === 'base64') return Buffer.from(own, 'base64').toString('latin1');
  if (kind !== 'quoted-printable') return own;
  return own
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Whether bytes are not UTF-8; the last character may be cut. */
function isOther(text: string): boolean {
  const bytes = Buffer.from(text, 'latin1');
  return [0, 1, 2, 3].every((cut) => !isUtf8(bytes.subarray(0, bytes.length - cut)));
}

/** Names that mailers write by default, whatever the bytes are. */
const byDefault = /^(?:(?:us-)?ascii|iso[-_]?8859-1|latin1|windows-1252|cp1252)$/i;

/**
 * Names the encoding of a text in its head, where that names none or a wrong one: UTF-8 where its bytes are, else the one that HTML
 * names itself, or that of most old programs.
 */
export function nameCharset(head: string, body: string): string {
  const field = textField.exec(head)?.[0];
  if (field === undefined) return head;
  const label = charsetOf.exec(field)?.[1];
  if (label === undefined ? hasCharset.test(field) : isKnownEncoding(label) && !byDefault.test(label))
    return head;
  const text = decoded(body, head);
  const isNamed = label !== undefined && isKnownEncoding(label);
  if (isNamed && (isAscii(Buffer.from(text, 'latin1')) || isOther(text))) return head;
  const charset = isOther(text) ? (declared.exec(text)?.[1] ?? 'windows-1252') : 'utf-8';
  const named = label
    ? field.replace(charsetOf, `charset=${charset}`)
    : field.replace(textType, (type) => `${type}; charset=${charset}`);
  return head.replace(field, () => named);
}
