import type { Piece, Span, Writer } from '../documents/document.ts';
import { toHtml } from './html.ts';

const lineLength = 76;

const field = (name: string, person: string): { spans: Span[] } => ({
  spans: [
    { text: `${name}:`, look: 'bold' },
    { text: ` ${person} (` },
    { text: `${person.toLowerCase()}@example.com`, href: `mailto:${person.toLowerCase()}@example.com` },
    { text: ')' },
  ],
});

/** The lines of the message's header, above its text. */
export const letterhead: Piece = {
  kind: 'list',
  ordered: false,
  items: [
    field('From', 'Ann'),
    field('To', 'Bob'),
    { spans: [{ text: 'Date:', look: 'bold' }, { text: ' 2026-03-02T10:00:00.000Z' }] },
  ],
};

/** A message whose only part is a page. */
export const writeEml: Writer = (document) => {
  const packed = Buffer.from(toHtml(document)).toString('base64');
  const lines = packed.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
  const head = [
    'From: Ann <ann@example.com>',
    'To: Bob <bob@example.com>',
    'Date: Mon, 02 Mar 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ];
  return Buffer.from([...head, '', ...lines, ''].join('\r\n'));
};
