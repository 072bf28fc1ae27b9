import { expect, test } from '@jest/globals';
import { fileAsNamed } from './fetch-item.ts';

async function* parts(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
const read = async (fileName: string, ...texts: string[]) =>
  Buffer.concat(await Array.fromAsync(fileAsNamed(parts(...texts), fileName))).toString();
const warning = ['<!DOCTYPE ht', 'ml><html><title>Virus scan warning</title>'];

test.each(['a.pdf', 'a.DOCX', 'a.zip', 'a.png'])('a page in place of %s is refused', async (name) => {
  await expect(read(name, ...warning)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { reason: `A web page came in place of the content of ${name}` },
  });
});

test.each([
  ['a.pdf', '%PDF-1.7 <html>'],
  ['a.html', warning.join('')],
  ['a.xls', warning.join('')],
  ['notes', warning.join('')],
  ['a.pdf', ''],
  ['a.pdf', `%PDF${'x'.repeat(5_000)}<html>`],
])('%s of %j passes as it is', async (name, text) => {
  expect(await read(name, text)).toBe(text);
});
