import { describe, expect, test } from '@jest/globals';
import { convertFile, markdownOf } from '../test/convert.fixture.ts';

const german = 'Über Straßen und Häuser: die größten Städte Österreichs, für Ämter geprüft – „schön“.\n';

/** Bytes of a text in an encoding that Node only decodes. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map<string, number[]>();
  for (let first = 0; first < 256; first++) {
    if (first < 128) bytes.set(String.fromCharCode(first), [first]);
    for (let second = -1; second < 256; second++) {
      const sequence = second < 0 ? [first] : [first, second];
      const character = decoder.decode(Uint8Array.from(sequence));
      if ([...character].length === 1 && character !== '\ufffd' && !bytes.has(character))
        bytes.set(character, sequence);
    }
  }
  return Uint8Array.from([...text].flatMap((character) => bytes.get(character)!));
}

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32 = (text: string) => {
  const buffer = Buffer.alloc([...text].length * 4);
  [...text].forEach((character, index) => void buffer.writeUInt32LE(character.codePointAt(0)!, index * 4));
  return buffer;
};

describe('reads text in', () => {
  test.each([
    ['UTF-8', Buffer.from(german)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${german}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${german}`, 'utf16le')],
    ['UTF-16, big-endian, with a mark', bigEndian(`\ufeff${german}`)],
    ['UTF-16 without a mark', Buffer.from(german, 'utf16le')],
    ['UTF-16, big-endian, without a mark', bigEndian(german)],
    ['UTF-32 with a mark', utf32(`\ufeff${german}`)],
    ['Windows-1252', encode(german, 'windows-1252')],
  ])('%s', async (_encoding, content) => {
    await expect(markdownOf('a.txt', content)).resolves.toBe(german);
  });

  test.each([
    ['Shift JIS', 'shift_jis', '東京の大きな家と小さな庭について、今日は書きます。'],
    ['GB 18030', 'gb18030', '我们在北京的图书馆里读书，天气很好，大家都很高兴。'],
    ['Windows-1251', 'windows-1251', 'Сегодня мы читаем длинную книгу о старом городе и реке.'],
    ['EUC-KR', 'euc-kr', '오늘은 서울에 있는 도서관에서 책을 읽었습니다. 날씨가 좋았습니다.'],
  ])('%s', async (_name, encoding, sentence) => {
    const text = `${sentence}\n`.repeat(8);
    await expect(markdownOf('a.txt', encode(text, encoding))).resolves.toBe(text);
  });

  test.each([
    ['Shift JIS, a table of names', 'shift_jis', '氏名,住所\n佐藤 健一,東京都港区\n'],
    ['GBK, a table of names', 'gbk', '编号,姓名\n1,王小明\n2,黄丽华\n'],
    ['Shift JIS, of half width', 'shift_jis', '雨ﾆﾓﾏｹｽﾞ\n風ﾆﾓﾏｹｽﾞ\n丈夫ﾅｶﾗﾀﾞｦﾓﾁ\n'],
    ['EUC-JP, one line', 'euc-jp', '有給休暇の申請'],
    ['Windows-1250, Polish', 'windows-1250', 'Imię,Miejscowość\nŁukasz,Łódź\nŻaneta,Częstochowa\n'],
    ['Windows-1254, Turkish', 'windows-1254', 'Adı,Şehir\nAyşe Yılmaz,Eskişehir\n'],
    ['Windows-1255, Hebrew', 'windows-1255', 'שם,עיר\nדוד כהן,חיפה\n'],
    ['Windows-874, Thai', 'windows-874', 'ชื่อ,จังหวัด\nสมชาย,ภูเก็ต\n'],
    ['Mac OS Roman', 'macintosh', 'Jürgen Müller, Käthe Weiß, Göttingen\n'],
  ])('%s', async (_name, encoding, text) => {
    await expect(markdownOf('a.txt', encode(text, encoding))).resolves.toBe(text);
  });

  // Reports of charset-normalizer, uchardet, cChardet, UTF-unknown and chardet, with texts of our own.
  test.each([
    ['cp1251', 'windows-1251', 'Bсеки човек има право на образование.'],
    ['cp1252', 'windows-1252', "Bonjour, je suis à la recherche d'une aide sur les étoiles"],
    [
      'GB 2312 in comments of code',
      'gbk',
      '/* 文件名: dct.h */\n#define N 8 /* 块大小 */\nint x; /* 返回值 */\n',
    ],
    ['Czech of Windows', 'windows-1250', 'Příjem;Výdaj;Poznámka\nFaktura za květen;1200;uhrazeno žádost\n'],
    ['Danish names', 'windows-1252', 'Name;Ort\nÅse;Ålesund\n'],
    [
      'Portuguese among capitals',
      'windows-1252',
      'ANO;MES\nAluguel de imóveis;ELÉTRICAS DE RONDÔNIA\nAquisição de ma',
    ],
  ])('what other detectors took for another: %s', async (_name, encoding, text) => {
    await expect(markdownOf('a.txt', encode(text, encoding))).resolves.toBe(text);
  });

  test.each(['café', 'Größe: 5 µm', '“quoted”', 'naïve façade, £5', 'It’s 20°C'])(
    'Windows-1252 of a few characters: %s',
    async (text) => {
      await expect(markdownOf('a.txt', encode(text, 'windows-1252'))).resolves.toBe(text);
    },
  );

  test('the encoding that an HTML page declares', async () => {
    const html = '<html><meta charset="iso-8859-2"><p>Łódź';
    await expect(markdownOf('a.html', encode(html, 'iso-8859-2'))).resolves.toBe('Łódź\n');
  });

  test('the encoding that its sender declares', async () => {
    const file = { type: 'text/plain; charset=ISO-8859-2', content: encode('Łódź', 'iso-8859-2') };
    await expect(convertFile(file)).resolves.toMatchObject({ markdown: 'Łódź' });
  });

  test.each([
    ['a comment', '<!-- <meta charset="iso-8859-1"> --><meta charset="windows-1251">'],
    ['another attribute', '<meta name="x" content="charset=iso-8859-1"><meta charset="windows-1251">'],
    ['a script', '<script>s = \'<meta charset="iso-8859-1">\'</script><meta charset="windows-1251">'],
    ['a label that does not exist', '<meta charset="cyrillic-of-ours"><meta charset="windows-1251">'],
    ['many lines before it', `<script>${'let a;\n'.repeat(3_000)}</script><meta charset="windows-1251">`],
  ])('the encoding that an HTML page declares, in spite of %s', async (_what, head) => {
    const html = `<html><head>${head}</head><p>Дом`;
    await expect(markdownOf('a.html', encode(html, 'windows-1251'))).resolves.toBe('Дом\n');
  });

  test('the encoding that a page declares where its sender declares none that exists', async () => {
    const content = encode('<html><meta charset="iso-8859-2"><p>Łódź', 'iso-8859-2');
    const file = { name: 'a.html', type: 'text/html; charset=x-unknown', content };
    await expect(convertFile(file)).resolves.toMatchObject({ markdown: 'Łódź\n' });
  });

  test.each([
    ['iso-8859-1', 'Menü'],
    ['iso-8859-1', 'Zurück'],
    ['iso-8859-1', '© 2024'],
    ['iso-8859-1', 'Prix : 5 £'],
    ['iso-8859-1', '50 °C'],
    ['gbk', '首页 | 联系我们'],
    ['shift_jis', '価格'],
    ['windows-1251', 'Цена'],
  ])('the encoding %s that a page declares which repeats few words: %s', async (encoding, text) => {
    const html = `<html><meta charset="${encoding}">${`<p>${text}</p>\n`.repeat(200)}`;
    expect(await markdownOf('a.html', encode(html, encoding))).toContain(text);
  });

  test.each([
    ['Russian declared as Latin letters', 'windows-1251', 'iso-8859-1', 'Сегодня мы читаем длинную книгу.'],
    [
      'Japanese declared as another of its encodings',
      'shift_jis',
      'euc-jp',
      '東京の大きな家について、今日は書きます。',
    ],
    [
      'Polish declared as Western European',
      'windows-1250',
      'windows-1252',
      'Łódź, Kraków i Gdańsk: zażółć gęślą jaźń, wszędzie.',
    ],
  ])('its own encoding although it is %s', async (_what, encoding, declared, text) => {
    const file = { type: `text/plain; charset=${declared}`, content: encode(text, encoding) };
    await expect(convertFile(file)).resolves.toMatchObject({ markdown: text });
  });

  test('UTF-8 although the page declares another', async () => {
    await expect(markdownOf('a.html', '<html><meta charset="windows-1252"><p>Łódź')).resolves.toBe('Łódź\n');
  });

  test('an encoding that shows only far behind the beginning', async () => {
    const text = `${'plain words\n'.repeat(20_000)}${german}`;
    await expect(markdownOf('a.txt', encode(text, 'windows-1252'))).resolves.toBe(text);
  });
});

test('a slip in UTF-8 does not change the encoding of the rest', async () => {
  const content = Buffer.concat([Buffer.from(german.repeat(9)), Uint8Array.of(0xfc), Buffer.from(german)]);
  await expect(markdownOf('a.txt', content)).resolves.toBe(`${german.repeat(9)}\ufffd${german}`);
});

test('bytes that are invalid in the encoding throughout are refused', async () => {
  const content = Buffer.concat([Buffer.from(german.repeat(2_000)), Buffer.alloc(200_000, 0xff)]);
  await expect(markdownOf('a.txt', content)).rejects.toMatchObject({
    code: 'DOCUMENT_UNREADABLE',
    message: /UTF-8/,
  });
});

test.each([
  ['newlines of every kind', 'a\r\nb\rc\nd\u2028e\ff\u0085g', 'a\nb\nc\nd\ne\nf\ng'],
  [
    'no sequences of terminals',
    '\u001b[1;31mERROR\u001b[0m \u001b]0;a title\u0007disk\u001b(B',
    'ERROR disk',
  ],
  ['no letters that are struck over', 'N\bNA\bAM\bME\bE _\bx', 'NAME x'],
  ['no NUL and no control characters', 'a\0b\u0007c\td', 'abc\td'],
  ['no marks within the text', 'a\ufeffb', 'ab'],
])('text has %s', async (_what, text, cleaned) => {
  await expect(markdownOf('a.txt', text)).resolves.toBe(cleaned);
});

test('letters that are struck over are left out wherever the bytes are cut', async () => {
  const before = `é${'line\n'.repeat(30_000)}`;
  const content = Buffer.from(`${before}${'N\bNA\b\u001b[1mA\u001b[0m _\bx 😀\b😀\r\n'.repeat(40)}`);
  for (const sliceLength of [1, 7]) {
    const { markdown } = await convertFile({ name: 'a.txt', content, sliceLength });
    expect(markdown.slice(before.length)).toBe('NA x 😀\n'.repeat(40));
  }
});

test('a log whose every word is colored is read', async () => {
  const log = '\u001b[31mE\u001b[0m \u001b[2m1\u001b[0m\n'.repeat(5_000);
  expect(await markdownOf('ci.log', log)).toBe('E 1\n'.repeat(5_000));
});

test('a log that ends in NUL after a crash is read', async () => {
  await expect(markdownOf('a.log', `${'line\n'.repeat(2_000)}${'\0'.repeat(100_000)}`)).resolves.toBe(
    'line\n'.repeat(2_000),
  );
});

test.each([
  ['a few bytes with a zero among them', [0x01, 0x02, 0x03, 0x00, 0xff]],
  ['the beginning of a certificate', [0x30, 0x82, 0x01, 0x0a, 0x02]],
  ['EBCDIC', [0xc8, 0x85, 0x93, 0x93, 0x96, 0x40, 0xa6, 0x96, 0x99, 0x93, 0x84, 0x25]],
])('%s is no text', async (_, bytes) => {
  await expect(convertFile({ name: 'thing.bin', content: Uint8Array.from(bytes) })).rejects.toMatchObject({
    code: 'UNSUPPORTED_FILE_TYPE',
  });
});
