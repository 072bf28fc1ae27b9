import { expect, test } from '@jest/globals';
import { convertFile, markdownOf } from '../../../test/convert.fixture.ts';

test('what a server says about a delivery that failed is read', async () => {
  const content =
    'From: daemon@example.org\nTo: b@example.org\nSubject: Undelivered\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nCould not deliver.\n--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; gone@example.org\nStatus: 5.2.2\nDiagnostic-Code: smtp; mailbox full\n--b--\n';
  const markdown = await markdownOf('a.eml', content);
  expect(markdown).toContain('Could not deliver.');
  expect(markdown).toContain('Diagnostic-Code: smtp; mailbox full');
});

const page = (fields: string) =>
  `${fields}MIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="M"\r\n\r\n--M\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: file:///C:/page.htm\r\n\r\n<html><body><h1>Heading</h1><p>Stored par=\r\nagraph caf=C3=A9</p></body></html>\r\n--M\r\nContent-Type: text/css\r\nContent-Location: cid:css\r\n\r\nbody { color: red }\r\n--M\r\nContent-Type: application/javascript\r\nContent-Location: https://example.org/a.js\r\n\r\nalert(1)\r\n--M\r\nContent-Type: image/svg+xml\r\nContent-Location: https://example.org/l.svg\r\n\r\n<svg xmlns="http://www.w3.org/2000/svg"><text>logo</text></svg>\r\n--M\r\nContent-Type: text/xml\r\nContent-Location: file:///C:/filelist.xml\r\n\r\n<?xml version="1.0"?><xml><file>page.htm</file></xml>\r\n--M--\r\n`;

test.each([
  ['page.mhtml', 'From: <Saved by Blink>\r\nSubject: Saved\r\n'],
  ['export.doc', 'Date: Thu, 14 Oct 2021 16:04:30 +0200\r\nSubject: Exported From Confluence\r\n'],
  ['report.doc', ''],
])(
  'of a page that was saved as one file, called %s, the page is read and not what it is drawn with',
  async (name, fields) => {
    const { mimeType, markdown } = await convertFile({ name, content: page(fields) });
    expect(mimeType).toBe('message/rfc822');
    expect(markdown).toContain('# Heading');
    expect(markdown).toContain('Stored paragraph café');
    expect(markdown).not.toMatch(/color: red|alert|Attachment|filelist|=C3/);
  },
);

const declaredBesideText =
  'Content-Type: text/HTML;\r\n\tboundary="--NEXT"\r\n\r\nThis is a multipart message in MIME format.\r\n----NEXT\r\nContent-Type: text/html; charset="iso-8859-1"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p=3EThe lift is closed on M=E4rz 3.</p>\r\n----NEXT--\r\n';
const declaredLate =
  '\r\n\r\nContent-type: multipart/related;\r\n\tboundary="r"\r\n\r\n--r\r\nContent-type: multipart/alternative; boundary="a"\r\n\r\n--a\r\nContent-type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nThe lift is clo=\r\nsed on M=E4rz 3.\r\n--a--\r\n--r--\r\n';

test.each([
  ['beside the type of a text', declaredBesideText],
  ['behind the end of the head', declaredLate],
])('the parts of a mail that are declared %s are read', async (_where, rest) => {
  const markdown = await markdownOf('a.eml', `From: a@example.com\r\nSubject: Lift\r\n${rest}`);
  expect(markdown).toContain('The lift is closed on März 3.');
  expect(markdown).not.toMatch(/Content-|--NEXT|boundary/i);
});

test('a mail that quotes the head of another is read as it is', async () => {
  const quoted = 'Forwarded:\r\n\r\nContent-type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nwords\r\n';
  const markdown = await markdownOf('a.eml', `From: a@example.com\r\nSubject: Lift\r\n\r\n${quoted}`);
  expect(markdown).toContain('Content-type: multipart/mixed; boundary=x');
});
