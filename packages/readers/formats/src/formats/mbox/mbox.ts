import { asUnreadable, convertEmbedded, type Format, isPlainText, type Source } from '../../format.ts';

/** First line of a mail in a mailbox: its sender and a date as `ctime` writes it. RFC 4155. */
const divider = /^From \S.{0,200} \d{1,2}:\d{2}(?::\d{2})?.{0,30} \d{4}(?: [+-]\d{4})?\s*$/;
const extensions = new Set(['mbox', 'mbx']);
const types = new Set(['application/mbox', 'application/x-mbox']);
/** Maximum of mails that are read; further ones are counted. */
const maxMails = 1_000;

/** Mailboxes (mbox): each mail below a heading, read as one that is sent by itself. */
export const mbox: Format = {
  name: 'MBOX',
  mimeType: 'application/mbox',
  matches: (sample) => {
    if (!isPlainText(sample)) return false;
    const lines = sample.text.replace(/^\ufeff/, '').split(/\r?\n/);
    if (!divider.test(lines[0] ?? '')) return false;
    if (extensions.has(sample.extension) || types.has(sample.declaredType)) return true;
    return lines.some((line, index) => index > 0 && lines[index - 1] === '' && divider.test(line));
  },
  convert: (source) => asUnreadable('MBOX', convert(source)),
};

async function* convert(source: Source): AsyncGenerator<string> {
  let count = 0;
  for await (const mail of mailsOf(source.bytes)) {
    if (++count > maxMails) continue;
    const part = { fileName: `mail ${count}`, declaredType: 'message/rfc822', content: mail };
    yield* convertEmbedded(source, 'Mail', part);
  }
  if (count <= maxMails) return;
  const why = `A mailbox is read up to its mail ${maxMails.toLocaleString('en')}: send those that follow in another`;
  source.reportNotRead({ what: 'EMBEDDED_FILE', why, count: count - maxMails });
}

/** The mails of a mailbox, each without the line that it begins with, and with quoted lines as they were. */
async function* mailsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let lines: string[] = [];
  let isBegun = false;
  for await (const line of linesOf(bytes)) {
    const isDivider = (!isBegun || lines.length === 0 || lines.at(-1)?.trim() === '') && divider.test(line);
    if (!isDivider) lines.push(line.replace(/^>(>*From )/, '$1'));
    else {
      if (isBegun) yield Buffer.from(lines.join('\n'), 'latin1');
      isBegun = true;
      lines = [];
    }
  }
  if (isBegun) yield Buffer.from(lines.join('\n'), 'latin1');
}

/** The lines of a file, of which each character is a byte: every mail has an encoding of its own. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const slice of bytes) {
    const lines = (rest + Buffer.from(slice).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}
