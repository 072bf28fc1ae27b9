import iconv from 'iconv-lite';

const toJis = Buffer.from('\u001b$B', 'latin1');
const toAscii = Buffer.from('\u001b(B', 'latin1');

/** ISO-2022-JP has the characters of EUC-JP with seven bits, between escape sequences. */
export function encodeIso2022Jp(text: string): Uint8Array {
  const pieces = text.match(/[\0-\u007f]+|[^\0-\u007f]+/g) ?? [];
  return Buffer.concat(
    pieces.flatMap((piece) =>
      piece.charCodeAt(0) < 0x80
        ? [Buffer.from(piece, 'latin1')]
        : [toJis, iconv.encode(piece, 'euc-jp').map((byte) => byte & 0x7f), toAscii],
    ),
  );
}
