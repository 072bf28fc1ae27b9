import { expect, test } from '@jest/globals';
import { convertFile, markdownOf } from '../../../test/convert.fixture.ts';

const fonts =
  '{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fmodern Courier New;}{\\f2\\fcharset204 Arial Cyr;}{\\f3\\fcharset128 MS Mincho;}}';
const styles =
  '{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2 \\b heading 2;}{\\s3 Quote;}{\\*\\cs4 Strong;}}';
const lists =
  "{\\*\\listtable{\\list{\\listlevel\\levelnfc23{\\leveltext \\'01*;}}{\\listlevel\\levelnfc23{\\leveltext x;}}\\listid7}{\\list{\\listlevel\\levelnfc0{\\leveltext x;}}\\listid8}}" +
  '{\\*\\listoverridetable{\\listoverride\\listid7\\ls1}{\\listoverride\\listid8\\ls2}}';
const rtfOf = (body: string) =>
  `{\\rtf1\\ansi\\ansicpg1252\\deff0${fonts}${styles}${lists}{\\info{\\title T}}\n${body}}`;
const read = (body: string) => markdownOf('a.rtf', Buffer.from(rtfOf(body), 'latin1'));

test('headings, quotes and plain paragraphs are distinguished by their styles', async () => {
  const body = '\\pard\\s1 One\\par\\pard\\s2 Two\\par\\pard\\plain text\\par\\pard\\s3 said\\par';
  expect(await convertFile({ content: rtfOf(body) })).toEqual({
    mimeType: 'application/rtf',
    markdown: '# One\n\n## Two\n\ntext\n\n> said\n',
  });
});

test('text comes in the code page of its font, or in Unicode', async () => {
  const body =
    "\\pard\\f0 caf\\'e9 \\f2\\'cf\\'f0\\'e8 \\f3\\'93\\'fa\\f0  \\u8364?\\uc2\\u-10179\\'3f\\'3f\\u-8704\\'3f\\'3f \\emdash\\~x\\par";
  expect(await read(body)).toBe('café При 日 €😀 — x\n');
});

test('text in Unicode takes the place of the one before it for readers without', async () => {
  expect(await read('{\\upr{caf?}{\\*\\ud{caf\\u233?}}} is open\\par')).toBe('café is open\n');
});

test.each(['\n', '\r\n', '\r'])('a line end after a backslash ends a paragraph: %j', async (end) => {
  expect(await read(`One\\${end}two\\${end}\\\\three\\par`)).toBe('One\n\ntwo\n\n\\three\n');
});

test('bold, italic, struck, raised and monospaced text and links are kept, hidden and deleted text is not', async () => {
  const body =
    '\\pard a {\\b bold} \\i italic\\i0  {\\strike gone} 10{\\super 2} {\\f1 f()} {\\field{\\*\\fldinst{HYPERLINK "https://example.com/"}}{\\fldrslt{site}}}{\\v hidden}{\\deleted old}\\line next\\par';
  expect(await read(body)).toBe(
    'a **bold** *italic* ~~gone~~ 10^2 `f()` [site](https://example.com/)  \nnext\n',
  );
});

test('lists nest, and keep the numbers that are shown', async () => {
  const bullet = (level: number, text: string) => `\\pard\\ls1\\ilvl${level}{\\listtext *\\tab}${text}\\par`;
  const body = `${bullet(0, 'a')}${bullet(1, 'b')}${bullet(0, 'c')}\\pard x\\par\\pard\\ls2{\\listtext 3.\\tab}three\\par{\\listtext 4.\\tab}four\\par`;
  expect(await read(body)).toBe('- a\n  - b\n- c\n\nx\n\n3. three\n4. four\n');
});

test('tables keep their merged cells', async () => {
  const row = (definition: string, ...cells: string[]) =>
    `\\trowd${definition}\\pard\\intbl ${cells.join('\\cell ')}\\cell\\row`;
  const body = `${row('\\trhdr\\cellx1000\\cellx2000\\cellx3000', 'A', 'B', 'C')}${row(
    '\\clvmgf\\cellx1000\\cellx3010',
    'x',
    'wide',
  )}${row('\\clvmrg\\cellx1000\\cellx2000\\cellx3000', '', '1\\par 2', '3')}\\pard after\\par`;
  expect(await read(body)).toBe(
    '| A | B | C |\n| --- | --- | --- |\n| x | wide |\n| x | 1<br>2 | 3 |\n\nafter\n',
  );
});

test('monospaced paragraphs are code; notes stand at the end; headers and pictures are left out', async () => {
  const body =
    '{\\header HEAD\\par}\\pard\\f1 if (a) \\{\\par   b;\\par \\}\\par\\pard\\plain\\f0 said{\\super\\chftn}{\\footnote \\pard why\\par}{\\pict\\pngblip 89504e47}\\par';
  expect(await read(body)).toBe('```\nif (a) {\n  b;\n}\n```\n\nsaid[^1]\n\n[^1]: why\n');
});

test('a file that is cut off is unreadable, and one nested without end too complex', async () => {
  await expect(read('{\\b{\\i never closed')).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
  await expect(read('{'.repeat(100_000))).rejects.toMatchObject({ code: 'DOCUMENT_TOO_COMPLEX' });
});

test('letters in a symbol font are the symbols that are shown', async () => {
  const symbols = '{\\fonttbl{\\f0 Arial;}{\\f5\\fcharset2 Symbol;}{\\f6\\fcharset2 Wingdings;}}';
  const body = `${symbols}\\pard\\f0 dose {\\f5\\'a3} 5 {\\f5 m}g, {\\f5 \\u-3999\\'61}-blocker {\\f6\\'fc}\\par`;
  expect(await read(body)).toBe('dose ≤ 5 µg, α-blocker ✓\n');
});

test('a star before a word that says how text looks leaves nothing out', async () => {
  const body =
    '\\pard Leave is {\\b\\*\\cs7 thirty days} in {\\*\\cs7 each} {\\*\\unknown not}year{\\i\\*\\rare .}\\par';
  expect(await read(body)).toBe('Leave is **thirty days** in each year*.*\n');
});

test('a document ends with its outermost group', async () => {
  expect(await markdownOf('a.rtf', `${rtfOf('\\pard end\\par')}\n\\par trailing {bytes}`)).toBe('end\n');
});

test('text of DOS comes in its code page', async () => {
  const text = (words: string) =>
    `{\\rtf1${words}{\\fonttbl{\\f0 Arial;}}\\pard\\f0 caf\\'82 na\\'8bve\\par}`;
  expect(await markdownOf('a.rtf', text('\\pca'))).toBe('café naïve\n');
  expect(await markdownOf('a.rtf', text('\\pc'))).toBe('café naïve\n');
});
