import { describe, expect, test } from '@jest/globals';
import { sampleParagraph, seededRandom } from '../../test/sample-documents.ts';
import { chunkMarkdown } from '../index.ts';

const random = seededRandom(11);
const paragraph = () => sampleParagraph(random);
const cut = (text: string) => chunkMarkdown(text, { chunkSize: 120, chunkOverlap: 0 });
/** The headings of the chunk that holds a word. */
const above = (text: string, word: string) => cut(text).find((chunk) => chunk.text.includes(word))?.headings;

describe('headings without marks', () => {
  test.each([
    ['1. Scope', '2. Terms', ['2. Terms']],
    ['1.1.1.1. Purpose', '4.11.6.1. Specific options', ['4.11.6.1. Specific options']],
    ['1.1 Purpose', '1.2 Where from?', ['1.2 Where from?']],
    ['Chapter 1. Basics', 'Appendix B. Licenses', ['Appendix B. Licenses']],
    ['ACCESS', 'WARRANTY AND RETURNS', ['WARRANTY AND RETURNS']],
    [
      '1.1. Short',
      '1.2. What is the difference between this\nand all of the others?',
      ['1.2. What is the difference between this and all of the others?'],
    ],
  ])('%j and %j alone between empty lines are headings', (one, other, headings) => {
    const text = `${one}\n\n${paragraph()}\n\n${paragraph()}\n\n${other}\n\nHere it stands. ${paragraph()}\n`;
    expect(above(text, 'Here it stands')).toEqual(headings);
  });

  test('numbers say how deep a heading lies', () => {
    const text = `RULES\n\nOf the house.\n\n1. Rooms\n\n${paragraph()}\n\n1.1. Server room\n\nHere it stands. ${paragraph()}`;
    expect(above(text, 'Here it stands')).toEqual(['RULES', '1. Rooms', '1.1. Server room']);
  });

  test('a heading does not end the chunk before its section', () => {
    const text = Array.from(
      { length: 12 },
      (_, i) => `${i + 1}. Topic\n\n${paragraph()}\n\n${paragraph()}`,
    ).join('\n\n');
    for (const chunk of cut(text)) expect(chunk.text.trimEnd()).not.toMatch(/Topic$/);
  });

  test.each([
    [
      'items of a list that lie apart',
      '1. First thing\n\n2. Second thing\n\n3. Third thing\n\nHere it stands.',
    ],
    ['a number that does not count on', '7. Seventh thing\n\nHere it stands.'],
    ['a sentence', '1. First do this.\n\nHere it stands.'],
    ['a line of contents', '1.1. Scope ........ 7\n\nHere it stands.'],
    ['capitals in a paragraph', 'NOTE THAT IT IS\nnot alone.\n\nHere it stands.'],
    ['a name of a column', 'NAME     DATE    SUM\n\nHere it stands.'],
    ['capitals in code', '```\n\nOPTIONS\n\nHere it stands.\n```'],
    ['capitals at the end', 'Here it stands.\n\nTHE END'],
    ['a document that marks its headings', '# Title\n\nText.\n\nIMPORTANT NOTE\n\nHere it stands.'],
  ])('%s is none', (_what, text) => {
    expect(above(text, 'Here it stands')?.filter((title) => title !== 'Title')).toEqual([]);
  });
});

describe('manual pages', () => {
  const option = (name: string, text: string) => `       -${name}, --${name}${name}\n              ${text}\n`;
  const page = [
    'NAME\n       thing - does things\n',
    'OPTIONS',
    ...Array.from('abcdefghijklmnop', (name) =>
      option(name, `The option ${name}. ${paragraph().slice(0, 160)}`),
    ),
    '   Exit codes\n       0      It worked.\n\n       8      Here it stands.\n',
  ].join('\n');

  test('have headings above text that begins further to the right', () => {
    expect(above(page, 'The option m.')).toEqual(['OPTIONS']);
    expect(cut(page).findLast((chunk) => chunk.text.includes('Here it stands'))?.headings).toEqual([
      'OPTIONS',
      'Exit codes',
    ]);
  });

  test('have each option and each code in a chunk of its own, which names it however long it is', () => {
    const chunks = cut(page);
    for (const name of 'abcdefghijklmnop')
      expect(chunks.filter(({ text }) => text.includes(`-${name}, --${name}${name}`)).length).toBe(1);
    expect(chunks.find(({ text }) => text.includes('Here it stands'))?.text).not.toContain('It worked');
    const long = `OPTIONS\n${option('z', sampleParagraph(random).replaceAll('. ', '.\n              ').repeat(4))}`;
    for (const { text } of cut(long)) expect(text).toContain('-z, --zz');
  });
});
