import type { Item, Piece, SourceDocument, Span } from './document.ts';
import { createRandom, type Random } from './random.ts';
import { createWording, type Wording } from './words.ts';

interface Making {
  readonly random: Random;
  /** Columns that a table may have. */
  readonly widestTable: number;
  readonly wording: Wording;
}

const looks = ['bold', 'italic', 'code'] as const;

/** A sentence in which some words stand out. */
function spans({ random, wording }: Making): Span[] {
  const made: Span[] = [{ text: `${wording.prose(1)} ${wording.phrase(2)} ` }];
  for (let count = random.below(3); count > 0; count--) {
    const text = wording.some(2);
    if (random.next() < 0.3) made.push({ text, href: `https://example.com/${random.below(1_000)}` });
    else made.push({ text, look: random.pick(looks) });
    made.push({ text: ` ${wording.some(3)} ` });
  }
  return [...made, { text: `${wording.some(2)}. ${wording.prose(1 + random.below(2))}` }];
}

function table({ random, wording, widestTable }: Making, ruled: boolean): Piece {
  const width = 3 + random.below(widestTable - 2);
  const value = () =>
    random.pick([
      () => `${random.below(9_000)}`,
      () => `${random.below(99)}.${random.below(9)}%`,
      () => wording.some(1),
    ])();
  const head = Array.from({ length: width }, (_, column) => `${wording.phrase(1)} ${'ABCDE'[column]}`);
  const rows = Array.from({ length: 3 + random.below(6) }, () => [
    wording.phrase(2),
    ...head.slice(1).map(value),
  ]);
  return { kind: 'table', ruled, rows: [head, ...rows] };
}

function list({ random, wording }: Making, ordered: boolean): Piece {
  const plain = (count: number): Item => ({ spans: [{ text: wording.phrase(count) }] });
  const item = (): Item => {
    const own = plain(4 + random.below(12));
    if (random.next() > 0.4) return own;
    const deeper = random.next() < 0.3 ? { items: [plain(3), plain(4)] } : {};
    return { ...own, items: [plain(3), { ...plain(5), ...deeper }] };
  };
  return { kind: 'list', ordered, items: Array.from({ length: 3 + random.below(3) }, item) };
}

function code({ random, wording }: Making): Piece {
  const call = `${wording.some(1).replace(/\W/g, '')}(total, ${random.below(90)});`;
  return { kind: 'code', lines: ['const total = 0;', `  ${call}`, 'return total;'] };
}

/** A report with all that a text document may hold, in up to three levels of headings. */
export function createReport(seed: number, widestTable = 5): SourceDocument {
  const random = createRandom(seed);
  const making = { random, widestTable, wording: createWording(random) };
  const { phrase } = making.wording;
  const heading = (level: number): Piece => ({ kind: 'heading', level, text: phrase(3 + random.below(3)) });
  const paragraph = (): Piece => ({ kind: 'paragraph', spans: spans(making) });
  const kinds = [
    () => table(making, true),
    () => table(making, false),
    () => list(making, false),
    () => list(making, true),
    () => code(making),
  ];
  // Every kind once in a while, in turn, so that each document has all of them.
  let turn = random.below(kinds.length);
  const other = () => kinds[turn++ % kinds.length]?.() ?? paragraph();
  const section = () => [heading(3), paragraph(), other(), paragraph()];
  const chapter = () => [
    heading(2),
    paragraph(),
    other(),
    ...section(),
    ...(random.next() < 0.5 ? section() : []),
  ];
  return [heading(1), paragraph(), ...chapter(), ...chapter(), ...chapter()];
}

/** Slides: a title each, then a list, a table or text. */
export function createDeck(seed: number): SourceDocument {
  const random = createRandom(seed);
  const making = { random, widestTable: 5, wording: createWording(random) };
  const bodies = [
    () => list(making, false),
    () => table(making, true),
    (): Piece => ({ kind: 'paragraph', spans: spans(making) }),
  ];
  return Array.from({ length: 6 }, (_, index): Piece[] => [
    { kind: 'heading', level: 1, text: making.wording.phrase(4) },
    bodies[index % bodies.length]?.() ?? table(making, true),
  ]).flat();
}

/** Returns prose without accents, for pages that are read in English. */
export const createPlainProse = (seed: number, paragraphs: number): SourceDocument =>
  createProse(seed, paragraphs).map((piece) =>
    piece.kind === 'paragraph' ? { ...piece, spans: piece.spans.map(withoutAccents) } : piece,
  );

const withoutAccents = ({ text, ...look }: Span): Span => ({
  ...look,
  text: text.normalize('NFD').replace(/\p{M}/gu, ''),
});

/** Paragraphs only: any other structure found in them is a false positive. */
export function createProse(seed: number, paragraphs = 40): SourceDocument {
  const random = createRandom(seed);
  const wording = createWording(random);
  const make = (): Piece => ({ kind: 'paragraph', spans: [{ text: wording.prose(2 + random.below(6)) }] });
  return Array.from({ length: paragraphs }, make);
}
