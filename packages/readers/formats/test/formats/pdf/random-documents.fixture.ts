import type { Piece, Style } from './documents.fixture.ts';

/** A small generator of numbers below 1 (mulberry32), so that a seed always generates the same document. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words =
  `the a of and to in that is was for on with as by this from they have which one were all their has would what will there more when
who some time into only other new could these may then first any should such like after under before through between report market
customer contract delivery warehouse quality measure process system network storage engine pressure temperature region quarter revenue
supplier inventory policy review analysis committee schedule vehicle river mountain forest energy reactor sample protein gene climate
language grammar translation history empire treaty parliament budget deficit surplus payment invoice shipment`.split(
    /\s+/,
  );

/** Documents of all kinds of pieces, for the scores of the reader. */
export function randomDocument(seed: number): { pieces: Piece[]; style: Style } {
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const someWords = (count: number) => Array.from({ length: count }, () => pick(words)).join(' ');
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const sentence = () => `${capital(someWords(6 + below(14)))}.`;
  const prose = () => Array.from({ length: 2 + below(5) }, sentence).join(' ');
  const columns = random() < 0.3 ? 2 : 1;
  const numbered = random() < 0.4;
  const size = pick([9, 10, 10.5, 11, 12]);
  const [body, bold] = pick([
    ['Helvetica', 'Helvetica-Bold'],
    ['Times-Roman', 'Times-Bold'],
  ] as const);
  const boldHeadings = random() < 0.75;
  const style: Style = {
    body,
    bold,
    size,
    headings: boldHeadings
      ? [size * 1.8, size * 1.35, size * pick([1, 1.15])]
      : [size * 2, size * 1.5, size * 1.25],
    boldHeadings,
    columns,
    align: pick(['left', 'justify']),
    bullet: pick(['•', '•', '–', '-']),
    runningHead: random() < 0.6 ? capital(someWords(4)) : undefined,
  };
  const value = () =>
    pick([() => `${below(9_000)}`, () => `${below(99)}.${below(9)}%`, () => someWords(1 + below(2))])();
  const table = (ruled: boolean): Piece => {
    const width = columns === 2 ? 3 : 3 + below(3);
    const head = Array.from({ length: width }, () => capital(pick(words.filter((word) => word.length < 9))));
    const rows = Array.from({ length: 3 + below(6) }, () => [
      capital(someWords(2)),
      ...head.slice(1).map(value),
    ]);
    return { kind: 'table', ruled, rows: [head, ...rows] };
  };
  const list = (ordered: boolean): Piece => ({
    kind: 'list',
    ordered,
    items: Array.from({ length: 3 + below(4) }, (_, index) =>
      index > 0 && !ordered && random() < 0.25
        ? [capital(someWords(3)), capital(someWords(4))]
        : capital(someWords(4 + below(16))),
    ),
  });
  const other = (): Piece =>
    pick<() => Piece>([
      () => table(true),
      () => table(false),
      () => list(false),
      () => list(true),
      () => ({
        kind: 'code',
        lines: ['const total = 0;', `  ${pick(words)}(total, ${below(90)});`, 'return total;'],
      }),
    ])();
  const pieces: Piece[] = [{ kind: 'heading', level: 1, text: capital(someWords(3 + below(4))) }];
  const paragraphs = () => {
    for (let count = 1 + below(4); count > 0; count--) pieces.push({ kind: 'paragraph', text: prose() });
  };
  for (let chapter = 1; chapter <= 2 + below(4); chapter++) {
    paragraphs();
    const label = (number: string) => (numbered ? `${number} ` : '');
    pieces.push({ kind: 'heading', level: 2, text: label(`${chapter}.`) + capital(someWords(2 + below(4))) });
    paragraphs();
    pieces.push(other());
    for (let section = 1; section <= below(4); section++) {
      paragraphs();
      pieces.push({
        kind: 'heading',
        level: 3,
        text: label(`${chapter}.${section}`) + capital(someWords(1 + below(4))),
      });
      paragraphs();
      if (random() < 0.7) pieces.push(other());
      paragraphs();
    }
  }
  return { pieces, style };
}
