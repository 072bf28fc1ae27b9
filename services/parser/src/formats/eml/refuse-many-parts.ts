import { AppError } from '@docfleet/errors';

/** Parts of a mail. The reader's time grows with the square of their number: a second for so many. */
const mostParts = 20_000;
const boundary = /\bboundary\s*=\s*(?:"([^"\r\n]{1,200})|([^\s";]{1,200}))/gi;
/** Mails in mails are given on, head by head. */
const message = /^content-type:\s*message\/rfc822/gim;
const delimiter = /^--(.{1,200}?)(?:--)?[ \t\r]*$/gm;

/** Throws DOCUMENT_TOO_COMPLEX for a mail, read as Latin-1, that no program has written. */
export function refuseManyParts(mail: string): void {
  const boundaries = new Set<string>();
  for (const [, quoted, bare] of mail.matchAll(boundary)) boundaries.add((quoted ?? bare ?? '').trimEnd());
  let parts = mail.match(message)?.length ?? 0;
  if (parts > mostParts) throw tooMany();
  for (const [, name] of mail.matchAll(delimiter)) {
    if (!boundaries.has(name ?? '')) continue;
    if (++parts > mostParts) throw tooMany();
  }
}

const tooMany = () =>
  new AppError(
    'DOCUMENT_TOO_COMPLEX',
    `The mail has more than ${mostParts} parts, the most that can be read: send its attachments by themselves`,
  );
