const common =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which ' +
  'one you were all her she there would their we him been has when who will no more if out so up said what its about';
const content =
  'service document connection storage retention customer parameter interface measurement configuration agreement ' +
  'temperature historical engineering organization laboratory infrastructure responsible distributed consistency ' +
  'embedding vector latency throughput partition replica snapshot pipeline schedule deployment gateway protocol river ' +
  'village harvest minister parliament election novel painter orchestra mountain climate species bacteria protein ' +
  'membrane enzyme patient treatment clinical hypothesis statistical regression coefficient variance probability';

const commonWords = common.split(' ');
const contentWords = content.split(' ');
const languages = ['ts', 'python', 'bash', 'json', 'go', ''];

/** Text about as regular as what people write: the same for the same seed. */
export interface DocumentWriter {
  prose(bytes: number): string;
  markdown(bytes: number): string;
}

export function createDocumentWriter(seed: number): DocumentWriter {
  let state = seed >>> 0;
  /** A whole number from `low` to `high` (linear congruential generator). */
  const between = (low: number, high: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return low + Math.floor((state / 2 ** 32) * (high - low + 1));
  };
  const pick = <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)]!;
  const repeat = (low: number, high: number, make: (index: number) => string, separator: string) =>
    Array.from({ length: between(low, high) }, (_, index) => make(index)).join(separator);

  const word = () => {
    const kind = between(1, 40);
    if (kind === 1) return String(between(1, 9_999));
    if (kind === 2) return `${pick(contentWords)},`;
    return kind < 20 ? pick(contentWords) : pick(commonWords);
  };
  const phrase = (low: number, high: number) =>
    repeat(low, high, word, ' ').replace(/^./, (first) => first.toUpperCase());
  const sentence = () => `${phrase(6, 28)}${pick(['.', '.', '.', '.', '?', '!'])}`;
  const paragraph = () => repeat(1, 8, sentence, ' ');
  const codeLine = () => {
    const indent = '  '.repeat(between(0, 3));
    if (between(1, 7) === 1) return '';
    return `${indent}${pick(contentWords)}.${pick(contentWords)}(${pick(contentWords)}, ${between(0, 500)});`;
  };

  const blocks: { weight: number; make: () => string }[] = [
    { weight: 20, make: paragraph },
    { weight: 5, make: () => `${'#'.repeat(between(2, 4))} ${phrase(1, 6)}` },
    { weight: 4, make: () => repeat(2, 12, () => `- ${phrase(3, 20)}`, '\n') },
    {
      weight: 2,
      make: () => repeat(2, 8, (index) => `${index + 1}. ${sentence()}\n   - ${phrase(2, 9)}`, '\n'),
    },
    { weight: 4, make: () => `\`\`\`${pick(languages)}\n${repeat(2, 80, codeLine, '\n')}\n\`\`\`` },
    {
      weight: 2,
      make: () => {
        const row = () => `| ${pick(contentWords)} | ${between(0, 99_999)} | ${phrase(1, 8)} |`;
        return `| Name | Value | Meaning |\n|------|------:|---------|\n${repeat(2, 80, row, '\n')}`;
      },
    },
    { weight: 1, make: () => repeat(1, 4, () => `> ${sentence()}`, '\n') },
    { weight: 1, make: () => `<details>\n<summary>${phrase(2, 5)}</summary>\n${sentence()}\n</details>` },
  ];
  const kinds = blocks.flatMap(({ weight, make }) => Array<() => string>(weight).fill(make));

  const write = (bytes: number, block: () => string) => {
    const parts: string[] = [];
    for (let size = 0; size < bytes; size += (parts.at(-1)?.length ?? 0) + 2) parts.push(block());
    return parts.join('\n\n');
  };
  return {
    prose: (bytes) => write(bytes, paragraph),
    markdown: (bytes) => `# ${phrase(2, 6)}\n\n${write(bytes, () => pick(kinds)())}`,
  };
}
