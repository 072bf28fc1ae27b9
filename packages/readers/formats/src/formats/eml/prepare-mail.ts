import { isUtf8 } from 'node:buffer';
import { boundariesOf, delimiter } from './boundaries.ts';
import { nameCharset } from './name-charset.ts';

/** A mail whose heads are as its reader expects them. */
export interface PreparedMail {
  readonly content: Uint8Array;
  /** How lines that a program has wrapped go on; undefined where none are. RFC 3676. */
  readonly flowed: { readonly deletesSpace: boolean } | undefined;
}

/** Characters of a part by which its encoding is known. */
const sampleLength = 16_384;
const endOfHead = /\r?\n\r?\n/g;
/** Encoded words that follow each other in one encoding: a program may cut a letter in two between them. */
const encodedWords = /=\?([\w.:*+-]{1,40})\?([QB])\?([^?\s]*)\?=(?:(?:\r?\n)?[ \t]+=\?\1\?\2\?[^?\s]*\?=)+/gi;
const encodedText = /=\?[\w.:*+-]{1,40}\?[QB]\?([^?\s]*)\?=/gi;
const formatFlowed = /(;\s*)format\s*=\s*"?flowed"?/i;

function joinWords(words: string, charset: string, encoding: string): string {
  const texts = [...words.matchAll(encodedText)].map(([, text = '']) => text);
  const isBase64 = /b/i.test(encoding);
  const joined = isBase64
    ? Buffer.concat(texts.map((text) => Buffer.from(text, 'base64'))).toString('base64')
    : texts.join('');
  return `=?${charset}?${encoding}?${joined}?=`;
}

/** Heads are ASCII or UTF-8; what is neither is what most programs wrote before, and is read as bytes of Latin-1 here. */
function toUtf8(head: string): string {
  const bytes = Buffer.from(head, 'latin1');
  if (isUtf8(bytes)) return head;
  return Buffer.from(new TextDecoder('windows-1252').decode(bytes)).toString('latin1');
}

/** Finds the headers of a mail and of its parts: start and end of each. */
function* headsOf(mail: string): Generator<readonly [start: number, end: number]> {
  const boundaries = boundariesOf(mail);
  const endAfter = (start: number): number => {
    endOfHead.lastIndex = start;
    return endOfHead.exec(mail)?.index ?? mail.length;
  };
  let end = endAfter(0);
  yield [0, end];
  for (const { index, 0: line, 1: name = '' } of mail.matchAll(delimiter)) {
    if (index < end || !boundaries.has(name)) continue;
    const start = index + line.length;
    end = endAfter(start);
    yield [start, end];
  }
}

/** Repairs the heads of a mail, which is read as Latin-1: letters cut in two, letters of old encodings, wrapped lines. */
export function prepareMail(content: Buffer, mail: string): PreparedMail {
  const pieces: string[] = [];
  let flowed: PreparedMail['flowed'];
  let done = 0;
  for (const [start, end] of headsOf(mail)) {
    const head = mail.slice(start, end);
    // Its reader would take the marks of quoted lines for words.
    if (formatFlowed.test(head)) flowed ??= { deletesSpace: /;\s*delsp\s*=\s*"?yes/i.test(head) };
    const named = nameCharset(toUtf8(head), mail.slice(end, end + sampleLength));
    const repaired = named.replace(encodedWords, joinWords).replace(formatFlowed, '$1format=fixed');
    if (repaired === head) continue;
    pieces.push(mail.slice(done, start), repaired);
    done = end;
  }
  if (pieces.length === 0) return { content, flowed };
  return { content: Buffer.from([...pieces, mail.slice(done)].join(''), 'latin1'), flowed };
}
