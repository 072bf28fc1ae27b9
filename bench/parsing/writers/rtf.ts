import type { Item, Piece, Span, Writer } from '../documents/document.ts';

const escapeText = (text: string) =>
  text.replace(/[\\{}]/g, '\\$&').replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0)}?`);

const looks = { bold: '\\b', italic: '\\i', code: '\\f1' } as const;

function inline({ text, look, href }: Span): string {
  if (href) return `{\\field{\\*\\fldinst{HYPERLINK "${escapeText(href)}"}}{\\fldrslt{${escapeText(text)}}}}`;
  return look ? `{${looks[look]} ${escapeText(text)}}` : escapeText(text);
}

const inlines = (spans: readonly Span[]) => spans.map(inline).join('');

function list(items: readonly Item[], ordered: boolean, level = 0): string {
  return items
    .map(({ spans, items: below }, index) => {
      const marker = ordered ? `${index + 1}.` : "\\'95";
      const properties = `\\pard\\ls${ordered ? 2 : 1}\\ilvl${level}\\li${720 * (level + 1)}\\fi-360`;
      const own = `${properties}{\\listtext ${marker}\\tab}${inlines(spans)}\\par\n`;
      return own + (below ? list(below, false, level + 1) : '');
    })
    .join('');
}

function table(rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], index: number) => {
    const edges = cells.map((_, column) => `\\cellx${(column + 1) * 1_800}`).join('');
    const contents = cells.map((text) => `\\pard\\intbl ${escapeText(text)}\\cell`).join('');
    return `\\trowd${index === 0 ? '\\trhdr' : ''}${edges}${contents}\\row\n`;
  };
  return `${rows.map(row).join('')}\\pard\n`;
}

function write(piece: Piece): string {
  switch (piece.kind) {
    case 'heading':
      return `\\pard\\s${piece.level}\\outlinelevel${piece.level - 1}\\b\\fs${44 - piece.level * 6} ${escapeText(piece.text)}\\b0\\fs24\\par\n`;
    case 'paragraph':
      return `\\pard ${inlines(piece.spans)}\\par\n`;
    case 'list':
      return list(piece.items, piece.ordered);
    case 'code':
      return piece.lines.map((line) => `\\pard{\\f1 ${escapeText(line)}}\\par\n`).join('');
    case 'table':
      return table(piece.rows);
  }
}

const levels = (kinds: readonly number[]) =>
  kinds
    .map((kind) => {
      const text =
        kind === 23
          ? "{\\leveltext \\'01\\u8226 ?;}{\\levelnumbers;}"
          : "{\\leveltext \\'02\\'00.;}{\\levelnumbers \\'01;}";
      return `{\\listlevel\\levelnfc${kind}\\levelstartat1\\levelfollow0${text}}`;
    })
    .join('');

const bullets = `{\\list\\listtemplateid1${levels([23, 23, 23])}\\listid1}`;
const numbers = `{\\list\\listtemplateid2${levels([0, 23, 23])}\\listid2}`;
const overrides = [1, 2].map((id) => `{\\listoverride\\listid${id}\\listoverridecount0\\ls${id}}`).join('');
const styles = [1, 2, 3].map((level) => `{\\s${level}\\outlinelevel${level - 1} heading ${level};}`).join('');

export const writeRtf: Writer = (document) =>
  Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\froman Times New Roman;}{\\f1\\fmodern Courier New;}}` +
      `{\\stylesheet{\\s0 Normal;}${styles}}{\\*\\listtable${bullets}${numbers}}{\\*\\listoverridetable${overrides}}\n` +
      `${document.map(write).join('')}}`,
    'latin1',
  );
