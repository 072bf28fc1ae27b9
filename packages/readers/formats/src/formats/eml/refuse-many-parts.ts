import { AppError } from '@docfleet/errors';
import { boundariesOf, delimiter } from './boundaries.ts';

/** Parts of a mail. The reader's time grows with the square of their number: a second for so many. */
const maxParts = 20_000;
/** Mails in mails are given on, head by head. */
const message = /^content-type:\s*message\/rfc822/gim;

/** Throws DOCUMENT_TOO_COMPLEX for a mail, read as Latin-1, that no program has written. */
export function refuseManyParts(mail: string): void {
  const boundaries = boundariesOf(mail);
  let parts = mail.match(message)?.length ?? 0;
  if (parts > maxParts) throw tooMany();
  for (const [, name] of mail.matchAll(delimiter)) {
    if (!boundaries.has(name ?? '')) continue;
    if (++parts > maxParts) throw tooMany();
  }
}

const tooMany = () =>
  new AppError(
    'DOCUMENT_TOO_COMPLEX',
    `The mail has more than ${maxParts} parts, the most that can be read: send its attachments by themselves`,
  );
