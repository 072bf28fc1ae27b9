import { escapeText, headingLine } from '@docfleet/text/markdown';
import type { Address, Email } from 'postal-mime';

/** Addresses that are written out; a mail to a whole company has thousands. */
const maxAddresses = 200;

const toLine = (text: string) =>
  escapeText(text.replace(/\s+/g, ' ').trim(), { startsLine: false, isInLink: false });

type Fields = Pick<Email, 'subject' | 'from' | 'to' | 'cc' | 'date'>;

/** The subject as a heading, and who wrote to whom and when as a list. */
export function writeFields(mail: Fields): string {
  const fields: [string, string][] = [
    ['From', addressesOf(mail.from ? [mail.from] : [])],
    ['To', addressesOf(mail.to ?? [])],
    ['Cc', addressesOf(mail.cc ?? [])],
    ['Date', toLine(mail.date ?? '')],
  ];
  const lines = fields.filter(([, value]) => value).map(([name, value]) => `- **${name}:** ${value}\n`);
  const subject = toLine(mail.subject ?? '');
  return `${subject ? `${headingLine(1, subject)}\n\n` : ''}${lines.join('')}\n`;
}

function addressesOf(addresses: readonly Address[]): string {
  const all = addresses.flatMap((address) => address.group ?? [address]);
  const written = all
    .slice(0, maxAddresses)
    .map(({ name, address }) => toLine(name && address ? `${name} (${address})` : name || address || ''))
    .filter(Boolean);
  const more = all.length - maxAddresses;
  return `${written.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
