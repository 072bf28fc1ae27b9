import type { Writer } from '../documents/document.ts';
import { toHtml } from './html.ts';

const lineLength = 76;

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
