import { expect, test } from '@jest/globals';
import { convertFile, convertLocated, markdownOf } from '../../../test/convert.fixture.ts';

const fields = [
  'From: =?iso-8859-1?Q?Andr=E9?= <andre@example.com>',
  'To: Ada <ada@example.com>, alan@example.com',
  'Cc: team@example.com',
  'Subject: =?utf-8?B?R3LDvMOfZSAqaGkq?=',
  'Date: Thu, 18 Jun 2020 12:00:00 +0200',
  'MIME-Version: 1.0',
].join('\r\n');
const mail = (type: string, body: string, encoding = '7bit') =>
  `${fields}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`;
const head =
  '# Grüße \\*hi\\*\n\n- **From:** André (andre@example.com)\n- **To:** Ada (ada@example.com), alan@example.com\n- **Cc:** team@example.com\n- **Date:** 2020-06-18T10:00:00.000Z\n\n';

type Part = readonly [type: string, content: string | Buffer, disposition?: string];

function mixed(...parts: readonly Part[]): string {
  const written = parts.map(
    ([type, content, disposition = 'attachment']) =>
      `--cut\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`,
  );
  return mail('multipart/mixed; boundary=cut', `${written.join('')}--cut--\r\n`);
}
const words = ['text/plain', 'see below', 'inline'] as const;

test('a mail begins with its subject and fields, and keeps quoted replies', async () => {
  const content = mail('text/plain; charset=iso-8859-1', 'caf=E9\r\n\r\n> quoted\r\n', 'quoted-printable');
  await expect(convertFile({ name: 'notes.txt', content })).resolves.toEqual({
    mimeType: 'message/rfc822',
    markdown: `${head}café\n\n> quoted\n\n`,
  });
});

test.each([
  ['a quoted first line of a mailbox', '>From andre@example.com Thu Jun 18 12:00:00 2020\r\n'],
  ['blank lines', '\r\n \r\n'],
  ['both', '\n>From andre@example.com Thu Jun 18 12:00:00 2020\n\n'],
])('a mail is one with %s before its fields', async (_what, before) => {
  const content = before + mail('text/plain; charset=utf-8', 'words');
  await expect(convertFile({ name: 'notes.txt', content })).resolves.toEqual({
    mimeType: 'message/rfc822',
    markdown: `${head}words\n\n`,
  });
});

test('a text that quotes the fields of a mail below words of its own is no mail', async () => {
  const content = `\nHe wrote:\n${mail('text/plain', 'words')}`;
  expect((await convertFile({ name: 'notes.txt', content })).mimeType).toBe('text/plain');
});

test('the HTML of a mail is preferred to its plain text', async () => {
  const body =
    '--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n--b\r\nContent-Type: text/html\r\n\r\n<title>x</title><ul><li>a <b>b</b></li></ul><blockquote>old</blockquote>\r\n--b--';
  const markdown = await markdownOf('a.eml', mail('multipart/alternative; boundary=b', body));
  expect(markdown).toBe(`${head}- a **b**\n\n> old\n\n`);
});

test('attached files that can be read follow below their names, others say why not', async () => {
  const markdown = await markdownOf(
    'a.eml',
    mixed(
      words,
      ["text/csv; name*=utf-8''Umsatz%20%E2%82%AC.csv", 'a,b\n1,2'],
      ['application/zip; name="x.bin"', Buffer.from([0, 1, 2, 3, 4, 5, 255])],
    ),
  );
  expect(markdown).toContain(
    'see below\n\n## Attachment: Umsatz €.csv\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n',
  );
  expect(markdown).toMatch(/## Attachment: x\.bin\n\nNot read: The file is neither text nor of a known type/);
});

test('pictures in the text are no attachments', async () => {
  const markdown = await markdownOf('a.eml', mixed(words, ['image/png; name=logo.png', 'x', 'inline']));
  expect(markdown).not.toContain('logo');
});

test('mails attached to mails are read to a depth that has an end', async () => {
  let inner = mixed(['text/plain', 'the innermost', 'inline']);
  for (let depth = 0; depth < 6; depth++) inner = mixed(words, ['message/rfc822; name=inner.eml', inner]);
  const markdown = await markdownOf('a.eml', inner);
  expect(markdown.match(/## Attachment: inner\.eml/g)).toHaveLength(4);
  expect(markdown).toContain('Not read: Files are read 3 deep within others');
  expect(markdown).not.toContain('innermost');
});

test.each([
  ['notes.txt', 'Meeting: today\nFrom: no one knows\n\ntext'],
  ['notes.txt', 'To: do\nCall Bob\n'],
])('%s with colons is no mail: %j', async (name, content) => {
  await expect(convertFile({ name, content })).resolves.toMatchObject({ mimeType: 'text/plain' });
});

test('a mail cut short anywhere is still read', async () => {
  const whole = mixed(words, ['text/csv; name=a.csv', 'a,b\n1,2']);
  for (let part = 6; part < 20; part++) {
    const content = whole.slice(0, Math.floor((whole.length * part) / 20));
    await expect(markdownOf('a.eml', content)).resolves.toContain('Grüße');
  }
});

test('lines that a program has wrapped go on within their quote, and quotes of other depth do not', async () => {
  const body =
    '> Can it be paid before the end \r\n> of March?\r\n>> older \r\n> Yes, \r\nit can.\r\n-- \r\nAda\r\n';
  const markdown = await markdownOf('a.eml', mail('text/plain; charset=utf-8; format=flowed', body));
  expect(markdown).toContain('> Can it be paid before the end of March?\n>> older');
  expect(markdown).toContain('\n> Yes,');
  expect(markdown).toContain('\nit can.\n--');
});

test('spaces that a program adds to wrap lines of Japanese are removed again', async () => {
  const markdown = await markdownOf(
    'a.eml',
    mail('text/plain; charset=utf-8; format=flowed; delsp=yes', '休暇 \r\n規則\r\n'),
  );
  expect(markdown).toContain('休暇規則');
});

test('a letter that is cut in two between encoded words is read', async () => {
  const subjects = '=?utf-8?Q?caf=C3?=\r\n =?UTF-8?Q?=A9_?= =?utf-8?B?4oI=?= =?utf-8?B?rA==?=';
  expect(await markdownOf('a.eml', `From: a@example.com\r\nSubject: ${subjects}\r\n\r\ntext`)).toContain(
    '# café €\n',
  );
});

test('subjects and names of files in the bytes of an old encoding are read', async () => {
  const part =
    '--cut\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="Größe.txt"\r\n\r\nx\r\n';
  const head = 'From: a@example.com\r\nSubject: Größe\r\nContent-Type: multipart/mixed; boundary=cut\r\n\r\n';
  const markdown = await markdownOf('a.eml', Buffer.from(`${head}${part}--cut--\r\n`, 'latin1'));
  expect(markdown).toContain('# Größe\n');
  expect(markdown).toContain('Attachment: Größe.txt');
});

const many = (count: number) =>
  Array.from({ length: count }, (_, index): Part => ['text/plain; name=f.txt', `mark${index}x`]);

test('all of 500 attached files are read', async () => {
  const { markdown, notRead } = await convertLocated({ name: 'a.eml', content: mixed(...many(500)) });
  expect(markdown.match(/mark\d+x/g)).toHaveLength(500);
  expect(notRead).toEqual([]);
});

test('attached files beyond the thousandth are named with the limit, and counted as not read', async () => {
  const { markdown, notRead } = await convertLocated({ name: 'a.eml', content: mixed(...many(1_003)) });
  expect(markdown.match(/mark\d+x/g)).toHaveLength(1_000);
  expect(markdown.match(/## Attachment: f\.txt/g)).toHaveLength(1_003);
  const why = '1,000 files within a file are read, and no more: send those that follow by themselves';
  expect(notRead).toEqual([{ what: 'EMBEDDED_FILE', where: 'f.txt', why, count: 3 }]);
});

test('an attached file that cannot be read is named as not read', async () => {
  const zip = ['application/zip; name="x.bin"', Buffer.from([0, 1, 2, 3, 4, 5, 255])] as const;
  const { notRead } = await convertLocated({ name: 'a.eml', content: mixed(words, zip) });
  expect(notRead).toMatchObject([{ what: 'EMBEDDED_FILE', where: 'x.bin', count: 1 }]);
});

test('a text whose head names no encoding is read in the one that it names itself, or that its letters show', async () => {
  const page =
    '<html><head><meta http-equiv=3D"Content-Type" content=3D"text/html; charset=3Diso-8859-2"></head><p>p=F8=EDloha</p></html>';
  expect(await markdownOf('a.eml', mail('text/html', page, 'quoted-printable'))).toContain('příloha');
  expect(await markdownOf('a.eml', mail('text/plain', 'bl=E5b=E6r', 'quoted-printable'))).toContain('blåbær');
  expect(await markdownOf('a.eml', mail('text/plain', 'bl=C3=A5b=C3=A6r', 'quoted-printable'))).toContain(
    'blåbær',
  );
});

test.each(['unknown-8bit', 'us-ascii', '"iso-8859-1"'])(
  'a text in UTF-8 is read as such where its head names %s',
  async (charset) => {
    const text = 'Gesch=C3=A4ftsjahr';
    expect(
      await markdownOf('a.eml', mail(`text/plain; charset=${charset}`, text, 'quoted-printable')),
    ).toContain('Geschäftsjahr');
  },
);

test('a text in the encoding of old programs is read where its head names an unknown one', async () => {
  const content = mail('text/plain; charset=x-unknown', 'bl=E5b=E6r', 'quoted-printable');
  expect(await markdownOf('a.eml', content)).toContain('blåbær');
});

test.each(['utf-16le', 'utf8'] as const)(
  'a mail that was saved as %s with a mark is read',
  async (encoding) => {
    const content = Buffer.from(
      '\ufeffFrom: a@example.com\r\nSubject: Räder\r\n\r\nRoses are red\r\n',
      encoding,
    );
    const markdown = await markdownOf('a.eml', content);
    expect(markdown).toContain('# Räder');
    expect(markdown).toContain('Roses are red');
  },
);

const nested = (depth: number) =>
  Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`,
  ).join('');

test.each([
  ['64 levels', `From: a@b\nMIME-Version: 1.0\n${nested(100)}Content-Type: text/plain\n\nwords\n`],
  ['2 MiB', `From: a@b\nSubject: ${'x'.repeat(3_000_000)}\n\nwords\n`],
])('a mail beyond the limit of %s is named with it, and not called damaged', async (limit, content) => {
  await expect(markdownOf('a.eml', content)).rejects.toMatchObject({
    code: 'DOCUMENT_TOO_COMPLEX',
    message: expect.stringContaining(limit),
  });
});
