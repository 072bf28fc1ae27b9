import { expect, test } from '@jest/globals';
import { convertFile, markdownOf } from '../../../test/convert.fixture.ts';

const event = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'UID:1@example.org',
  'DTSTART;TZID=Europe/Berlin:20261015T100000',
  'SUMMARY;LANGUAGE=en:Budget meeting',
  'LOCATION:Room 12',
  'ATTENDEE;CN="Ann Example";ROLE=REQ-PARTICIPANT:mailto:ann@example.org',
  'DESCRIPTION:A long line that is fol',
  ' ded in the mid',
  ' dle\\, with commas\\nand lines',
  'BEGIN:VALARM',
  'TRIGGER:-PT15M',
  'END:VALARM',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

test('events of a calendar are read with folded lines as one, each below its name', async () => {
  const { mimeType, markdown } = await convertFile({ name: 'a.ics', content: `${event}\r\n` });
  expect(mimeType).toBe('text/calendar');
  expect(markdown).toBe(
    '# Budget meeting\n\n- **Start:** 2026-10-15 10:00 (Europe/Berlin)\n- **Location:** Room 12\n- **Attendee:** Ann Example (ann@example.org)\n- **Description:** A long line that is folded in the middle, with commas and lines\n',
  );
});

test('cards of contacts are read without their pictures, in the encoding that a field names', async () => {
  const cards = `BEGIN:VCARD\r\nVERSION:2.1\r\nN:Example;Ann;;;\r\nFN:Ann Example\r\nitem1.TEL;TYPE=CELL:+49 30 901820\r\nADR;TYPE=HOME:;;Main St 1;Rome;;00100;Italy\r\nNOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:caf=C3=A9 =\r\nau lait\r\nPHOTO;ENCODING=b;TYPE=JPEG:${'QUJDqZ09'.repeat(60)}\r\nEND:VCARD\r\nBEGIN:VCARD\r\nVERSION:4.0\r\nFN:Bob\r\nEND:VCARD\r\n`;
  await expect(markdownOf('a.vcf', cards)).resolves.toBe(
    '# Ann Example\n\n- **Tel:** +49 30 901820\n- **Address:** Main St 1, Rome, 00100, Italy\n- **Note:** café au lait\n\n# Bob\n',
  );
});

test('an invitation in a mail is read as one', async () => {
  const mail = `From: a@example.org\r\nTo: b@example.org\r\nSubject: Invite\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nPlease come.\r\n--b\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\n${event}\r\n--b--\r\n`;
  const markdown = await markdownOf('a.eml', mail);
  expect(markdown).toContain('Please come.');
  expect(markdown).toContain('# Budget meeting');
  expect(markdown).not.toContain('BEGIN:');
});
