import { expect, test } from '@jest/globals';
import { convertFile, convertLocated } from '../../../test/convert.fixture.ts';

const from = (name: string) => `From ${name}@example.org Thu Oct 14 16:04:30 2021\n`;
const mailbox = `${from('a')}From: a@example.org\nSubject: First\nDate: Thu, 14 Oct 2021 16:04:30 +0200\n\nBody of the first\n>From here on it is quoted\n\n${from('b')}From: b@example.org\nSubject: =?UTF-8?Q?Second_=C3=A4?=\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n<p>Body of the s=C3=A9cond</p>\n`;

test('each mail of a mailbox is read as a mail', async () => {
  const { mimeType, markdown } = await convertFile({ name: 'all.mbox', content: mailbox });
  expect(mimeType).toBe('application/mbox');
  expect(markdown).toContain('# First');
  expect(markdown).toContain('\nFrom here on it is quoted');
  expect(markdown).toContain('# Second ä');
  expect(markdown).toContain('Body of the sécond');
  expect(markdown).not.toMatch(/=C3|Content-Type|^From [ab]@/m);
});

test('a mailbox is recognized whatever its name and the length of its slices', async () => {
  for (const sliceLength of [1, 7, 4_096]) {
    const { mimeType, markdown } = await convertFile({ name: 'Inbox', content: mailbox, sliceLength });
    expect(mimeType).toBe('application/mbox');
    expect(markdown.match(/^# (?:First|Second)/gm)).toHaveLength(2);
  }
});

test('a mail that was saved with the first line of a mailbox is a mail', async () => {
  const { mimeType } = await convertFile({
    name: 'a.eml',
    content: mailbox.slice(0, mailbox.indexOf('From b')),
  });
  expect(mimeType).toBe('message/rfc822');
});

test('a mail of a mailbox that cannot be read is named, and the others are read', async () => {
  const content = `${mailbox}\n${from('c')}\n\n${from('d')}From: d@example.org\nSubject: Fourth\n\nBody of the fourth\n`;
  const { markdown, notRead } = await convertLocated({ name: 'all.mbox', content });
  expect(markdown).toContain('Body of the fourth');
  expect(notRead).toEqual([expect.objectContaining({ what: 'EMBEDDED_FILE', where: 'mail 3' })]);
});
