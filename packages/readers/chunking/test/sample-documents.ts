import fc from 'fast-check';

/** Numbers in [0, 1) that are the same for the same seed (a linear congruential generator). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const vocabulary = (
  'time person year way day thing man world life hand part child eye place work week case point government company ' +
  'number group problem fact river energy system policy research water light music history science language theory ' +
  'method result model change growth effect control harbour winter letter engine valley copper market garden'
).split(' ');

export function sampleSentence(random: () => number): string {
  const length = 6 + Math.floor(random() * 18);
  const words = Array.from({ length }, () => vocabulary[Math.floor(random() * vocabulary.length)] ?? '');
  const text = words.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Two to seven sentences: 75 tokens on average. */
export function sampleParagraph(random: () => number): string {
  return Array.from({ length: 2 + Math.floor(random() * 6) }, () => sampleSentence(random)).join(' ');
}

const words = fc
  .array(fc.constantFrom(...vocabulary, 'e.g.', 'Dr.', '3.14', '`code`', '**bold**'), {
    minLength: 1,
    maxLength: 25,
  })
  .map((parts) => parts.join(' '));
const sentences = fc.array(words, { minLength: 1, maxLength: 6 }).map((parts) => `${parts.join('. ')}.`);
const lines = fc.array(words, { minLength: 1, maxLength: 8 });

const blocks = fc.oneof(
  { weight: 6, arbitrary: sentences },
  fc.tuple(fc.integer({ min: 1, max: 6 }), words).map(([level, title]) => `${'#'.repeat(level)} ${title}`),
  words.map((title) => `${title}\n===`),
  fc
    .tuple(fc.constantFrom('```', '~~~', '````'), lines)
    .map(([f, code]) => `${f}ts\n${code.join('\n')}\n${f}`),
  lines.map((rows) => `| a | b |\n|---|:-:|\n${rows.map((row) => `| 1 | ${row} |`).join('\n')}`),
  lines.map((items) => items.map((item) => `- ${item}`).join('\n')),
  lines.map((items) => items.map((item, index) => `${index + 1}. ${item}\n   - ${item}`).join('\n')),
  lines.map((code) => `1. step\n\n   \`\`\`sh\n   ${code.join('\n   ')}\n   \`\`\``),
  lines.map((quoted) => quoted.map((line) => `> ${line}`).join('\n')),
  lines.map((code) => code.map((line) => `    ${line}`).join('\n')),
  lines.map((html) => `<div>\n${html.join('\n')}\n</div>`),
  fc.constantFrom(
    '---',
    '***',
    '```js\nnever closed',
    '<!-- note',
    '#',
    '- ',
    '|',
    '\u00a0',
    '👩‍👩‍👧‍👦'.repeat(9),
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('a\ufeff b', 'a \ufeff\n\nb', 'a\u0085 b', 'a.\u3000b', 'a\u2028b', '\f\t🇩🇪', ' \ud800'),
  fc.constantFrom('x', '你好。', '==', 'é').map((part) => part.repeat(200)),
);

/** Markdown of all kinds of blocks, well-formed or not. */
export const markdownDocuments = fc
  .tuple(fc.array(blocks, { maxLength: 12 }), fc.constantFrom('\n\n', '\n', '\r\n\r\n', '\r'))
  .map(([parts, separator]) =>
    separator.startsWith('\r')
      ? parts.join(separator).replaceAll(/(?<!\r)\n/g, '\r\n')
      : parts.join(separator),
  );
