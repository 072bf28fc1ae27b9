import { isUtf8 } from 'node:buffer';

const textType = /^content-type:[ \t]*text\/(?:html|plain)\b/im;
const hasCharset = /\bcharset\b/i;
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

/** Names the encoding of a text in its head, where that names none: the one that HTML names itself, or that of most old programs. */
export function nameCharset(head: string, body: string): string {
  if (!textType.test(head) || hasCharset.test(head)) return head;
  const text = decoded(body, head);
  if (!isOther(text)) return head;
  const charset = declared.exec(text)?.[1] ?? 'windows-1252';
  return head.replace(textType, (type) => `${type}; charset=${charset}`);
}
