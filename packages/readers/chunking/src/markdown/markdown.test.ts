import { describe, expect, test } from '@jest/globals';
import { sampleParagraph, sampleSentence, seededRandom } from '../../test/sample-documents.ts';
import { type Chunk, chunkMarkdown, countTokens } from '../index.ts';

const random = seededRandom(7);
const paragraph = () => sampleParagraph(random);
const paragraphs = (count: number) => Array.from({ length: count }, paragraph).join('\n\n');
const cut = (text: string, chunkSize = 200, chunkOverlap = 0) =>
  chunkMarkdown(text, { chunkSize, chunkOverlap });
const texts = (chunks: Chunk[]) => chunks.map((chunk) => chunk.text);
const holding = (chunks: Chunk[], part: string) => chunks.filter((chunk) => chunk.text.includes(part));
const linesOf = (text: string) => text.split(/\r\n|\r|\n/);

describe('headings', () => {
  const guide = `# Guide\n\n${paragraphs(3)}\n\n## Install\n\n${paragraphs(5)}\n\n### On Debian\n\n${paragraphs(6)}`;

  test('a chunk begins with the headings that it lies under', () => {
    const chunks = cut(guide);
    expect(chunks.at(-1)?.text).toMatch(/^# Guide\n## Install\n(### On Debian\n)?\n/);
    expect(chunks.at(-1)?.headings).toEqual(['Guide', 'Install', 'On Debian']);
    expect(chunks[0]?.headings).toEqual(['Guide']);
  });

  test('a chunk that begins with a heading does not name it twice', () => {
    for (const text of texts(cut(guide)))
      expect(text.match(/^## Install$/gm) ?? []).toHaveLength(/Install/.test(text) ? 1 : 0);
  });

  test('a heading is never the last line of a chunk, and deeper headings stay together', () => {
    const text = Array.from(
      { length: 60 },
      (_, i) => `# Part ${i}\n\n## Topic ${i}\n\n### Detail ${i}\n\n${paragraph()}`,
    ).join('\n\n');
    for (const chunkSize of [60, 100, 150, 333]) {
      for (const chunk of cut(text, chunkSize)) {
        expect(linesOf(chunk.text).at(-1)).not.toMatch(/^#/);
        expect(chunk.headings).toHaveLength(3);
      }
    }
  });

  test('chunks end at headings where sections are about as long as a chunk', () => {
    const text = Array.from(
      { length: 20 },
      (_, i) => `## Section ${i}\n\n${paragraph()}\n\n${paragraph()}`,
    ).join('\n\n');
    for (const chunk of cut(text, 400)) expect(chunk.text).toMatch(/^## Section/);
  });

  test('headings without text between do not become chunks of their own', () => {
    const chunks = cut(Array.from({ length: 500 }, (_, i) => `## Heading ${i}`).join('\n'));
    expect(Math.min(...chunks.map((chunk) => chunk.tokens))).toBeGreaterThan(60);
  });

  test('underlined headings count, a line of dashes under a longer paragraph does not', () => {
    const [first] = cut('Title\n=====\n\nTopic\n---\ntext');
    expect(first?.headings).toEqual(['Title', 'Topic']);
    expect(cut('one\ntwo\n---\ntext')[0]?.headings).toEqual([]);
  });

  test.each([
    ['# A #', ['A']],
    ['# A\n\n##', ['A']],
    ['   ###   B   ', ['B']],
    ['#hashtag', []],
    ['    # code', []],
    ['# C\r\n\r\n## D\r\ntext', ['C', 'D']],
    ['# E\r## F\rtext', ['E', 'F']],
    ['### G\n\n# H', ['H']],
  ])('%j lies under %j', (text, headings) => {
    expect(cut(text)[0]?.headings).toEqual(headings);
  });

  test('a heading in code, in HTML comments or in front matter is none', () => {
    const hidden = [
      '---\ntitle: x\n# no\n---\n',
      '```\n# no\n```',
      '````\n```\n# no\n```\n````',
      '<!--\n\n# no\n\n-->',
    ];
    for (const block of hidden) {
      const chunks = cut(`${block}\n\n${paragraphs(9)}`);
      expect(chunks.map((chunk) => chunk.headings)).toEqual(chunks.map(() => []));
    }
  });

  test('a heading path that would take much of the chunk is left out, outermost first', () => {
    const text = `# ${paragraph()}\n\n## Short\n\n${paragraphs(20)}`;
    const chunk = cut(text, 200).at(-1);
    expect(chunk?.text).toMatch(/^## Short\n\n/);
    expect(chunk?.headings).toHaveLength(2);
  });
});

describe('fenced code', () => {
  const code = (lines: number) =>
    Array.from({ length: lines }, (_, i) => `const value${i} = compute(${i});`).join('\n');

  test('code that fits in a chunk is not cut, wherever it lies', () => {
    for (let before = 0; before < 8; before++) {
      const fence = `\`\`\`ts\n${code(15)}\n\`\`\``;
      const chunks = cut(
        `# A\n\n${paragraphs(before)}\n\nSee this:\n\n${fence}\n\n${paragraphs(3)}`,
        200,
        40,
      );
      expect(holding(chunks, fence)).toHaveLength(1);
    }
  });

  test('code that is cut is opened with its language and closed in each part', () => {
    for (const [marker, close] of [
      ['```', '```'],
      ['~~~~', '~~~~'],
      ['  ```', '  ```'],
    ]) {
      const chunks = cut(`Intro\n\n${marker}ts title="a.ts"\n${code(100)}\n${close}\n\nEnd.`);
      const parts = holding(chunks, 'const value');
      expect(parts.length).toBeGreaterThan(5);
      for (const { text } of parts.slice(1)) expect(text.trim()).toMatch(/^(```|~~~~)ts title="a.ts"\nconst/);
      for (const { text } of parts.slice(0, -1)) expect(text).toMatch(/;\n(```|~~~~)$/);
    }
  });

  test('code that is never closed runs to the end, and is closed', () => {
    const chunks = cut(`\`\`\`py\n${code(60)}\n\n# comment`);
    for (const { text } of chunks) expect(text).toMatch(/^```py\n[^`]*\n```$/);
  });

  test('a longer fence holds shorter ones', () => {
    const parts = cut(`\`\`\`\`md\n${`\`\`\`js\n${code(5)}\n\`\`\`\n`.repeat(10)}\`\`\`\``);
    for (const part of parts) expect(part.text).toMatch(/^````md\n[\s\S]*\n````$/);
  });

  test('code in an item of a list is not cut where it fits', () => {
    const item = `1. Step\n\n   \`\`\`sh\n   npm install\n\n   # no heading\n   npm start\n   \`\`\`\n`;
    const chunks = cut(`# A\n\n${item.repeat(30)}`);
    for (const { text, headings } of chunks) {
      expect((text.match(/```/g)?.length ?? 0) % 2).toBe(0);
      expect(headings).toEqual(['A']);
    }
  });

  test('code is cut at an empty line if one is near', () => {
    const blocks = Array.from({ length: 12 }, (_, i) => `function f${i}() {\n${code(4)}\n}`).join('\n\n');
    for (const { text } of cut(`\`\`\`\n${blocks}\n\`\`\``))
      expect(text).toMatch(/^```\nfunction[\s\S]*}\n```$/);
  });
});

describe('tables, lists and other blocks', () => {
  const table = (rows: number) =>
    `| Name | Value |\n|:-----|------:|\n${Array.from({ length: rows }, (_, i) => `| name ${i} | ${i * 7} |`).join('\n')}`;

  test('a table that fits is not cut; each part of a longer one begins with its header', () => {
    for (let before = 0; before < 6; before++) {
      expect(holding(cut(`${paragraphs(before)}\n\n${table(12)}\n\n${paragraph()}`), table(12))).toHaveLength(
        1,
      );
    }
    const parts = holding(cut(`${paragraphs(2)}\n\n${table(120)}\n\n${paragraph()}`), '| name');
    expect(parts.length).toBeGreaterThan(5);
    for (const { text } of parts) expect(text).toMatch(/\| Name \| Value \|\n\|:-----\|------:\|\n\| name/);
  });

  test('a list that fits is not cut, a longer one only before items', () => {
    const list = (items: number) =>
      Array.from({ length: items }, () => `- ${sampleSentence(random)}\n  ${sampleSentence(random)}`).join(
        '\n',
      );
    const short = list(4);
    expect(holding(cut(`${paragraphs(3)}\n\n${short}\n\n${paragraphs(3)}`), short)).toHaveLength(1);
    for (const { text } of cut(list(60))) expect(text).toMatch(/^- /);
  });

  test.each([
    ['a quote', Array.from({ length: 6 }, () => `> ${sampleSentence(random)}`).join('\n')],
    ['indented code', Array.from({ length: 8 }, (_, i) => `    int value${i} = ${i};`).join('\n\n')],
    [
      'HTML',
      `<div>\n${Array.from({ length: 8 }, (_, i) => `<p class="a">Text ${i}</p>`).join('\n')}\n</div>`,
    ],
    ['a script', `<script>\n${Array.from({ length: 8 }, (_, i) => `run(${i});`).join('\n\n')}\n</script>`],
  ])('%s that fits is not cut', (_, block) => {
    for (let before = 1; before < 6; before++) {
      expect(holding(cut(`${paragraphs(before)}\n\n${block}\n\n${paragraphs(2)}`), block)).toHaveLength(1);
    }
  });

  test('front matter stays with the beginning', () => {
    const front = '---\ntitle: A title\ntags: [a, b]\n---\n';
    expect(cut(`${front}\n${paragraphs(20)}`)[0]?.text.startsWith(front)).toBe(true);
  });
});

describe('prose', () => {
  test('paragraphs are cut after sentences, not after abbreviations or numbers', () => {
    const sentence = 'We met Dr. Smith and J. Doe at 3.14 km, e.g. near No. 5, in the U.S. embassy.';
    for (const { text } of cut(`${sentence} `.repeat(60), 100)) {
      expect(text.replaceAll(sentence, '').trim()).toBe('');
    }
  });

  test('Chinese is cut after its sentences', () => {
    for (const { text } of cut('今天天气很好，我们去公园吧。'.repeat(80), 100))
      expect(text).toMatch(/^今.*。$/);
  });

  test('a sentence that does not fit is cut between words, a word between characters', () => {
    const chunks = cut('word '.repeat(500), 50);
    for (const { text } of chunks) expect(text).toMatch(/^word( word)*$/);
    const letters = cut('x'.repeat(3_000), 50);
    expect(texts(letters).join('')).toBe('x'.repeat(3_000));
  });

  test('lines without sentences are cut between lines', () => {
    const log = Array.from({ length: 200 }, (_, i) => `12:00:${i} worker started job ${i * 31}`).join('\n');
    for (const { text } of cut(log))
      for (const line of linesOf(text)) expect(line).toMatch(/^12:00:\d+ worker started job \d+$/);
  });

  test('chunks are reasonably full', () => {
    const chunks = cut(paragraphs(400), 500);
    const sizes = chunks.slice(0, -1).map((chunk) => chunk.tokens);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(190);
    expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeGreaterThan(300);
    expect(countTokens(chunks[0]?.text ?? '')).toBeLessThanOrEqual(500);
  });
});
