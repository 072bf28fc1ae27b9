import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { analyze } from './index.ts';

test.each([
  ['The quick brown foxes were jumping over it', ['quick', 'brown', 'fox', 'were', 'jump', 'over']],
  ["Alice's and the dogs’ owners don't", ['alic', 'dog', 'owner', "don't"]],
  [
    'the U.S.A. in 1,000.5 m at 3.14; see docs.example.com',
    ['u.s.a', '1,000.5', 'm', '3.14', 'see', 'docs.example.com'],
  ],
  ['wi-fi, e-mail/chat (C++ & C#)', ['wi', 'fi', 'e', 'mail', 'chat', 'c', 'c']],
  ['_emphasis_ **strong** snake_case', ['emphasi', 'strong', 'snake', 'case']],
  ['naïve Ärzte ÉCOLE Москва', ['naïve', 'ärzte', 'école', 'москва']],
  ['ﬁne Ｗｉｄｅ ½ x²', ['fine', 'wide', '1', '2', 'x2']],
  ['covid19 2nd', ['covid19', '2nd']],
  ['running running', ['run', 'run']],
  [' \n…!?— ', []],
])('%j has the terms %j', (text, terms) => {
  expect(analyze(text)).toEqual(terms);
});

test.each([
  ['東京都に住む', ['東京', '京都', '都に', 'に住', '住む']],
  ['データベース', ['デー', 'ータ', 'タベ', 'ベー', 'ース']],
  ['我 用 TypeScript写代码', ['我', '用', 'typescript', '写代', '代码']],
  ['한국어', ['한국', '국어']],
  ['𠜎𠜱𠝹', ['𠜎𠜱', '𠜱𠝹']],
])('%j, written without spaces, has the terms %j', (text, terms) => {
  expect(analyze(text)).toEqual(terms);
});

// The examples of M. F. Porter, An algorithm for suffix stripping, 1980, taken through all of its steps.
test.each(
  `caresses caress ponies poni ties ti caress caress cats cat feed feed agreed agre plastered plaster bled bled motoring
  motor sing sing conflated conflat troubled troubl sized size hopping hop tanned tan falling fall hissing hiss fizzed
  fizz failing fail filing file happy happi sky sky relational relat conditional condit rational ration digitizer digit
  vietnamization vietnam predication predic operator oper feudalism feudal decisiveness decis hopefulness hope
  callousness callous triplicate triplic formative form formalize formal electrical electr hopeful hope goodness good
  revival reviv allowance allow inference infer airliner airlin gyroscopic gyroscop adjustable adjust defensible defens
  irritant irrit replacement replac adjustment adjust dependent depend adoption adopt communism commun activate activ
  homologous homolog effective effect bowdlerize bowdler probate probat rate rate cease ceas controlling control
  rolling roll generalizations gener oscillators oscil`
    .split(/\s+/)
    .flatMap((word, index, words) => (index % 2 === 0 ? [[word, words[index + 1] ?? '']] : [])),
)('%s is stemmed to %s', (word, stem) => {
  expect(analyze(word)).toEqual([stem]);
});

test('a long word is cut, never through a character', () => {
  expect(analyze('x'.repeat(1_000_000))).toEqual(['x'.repeat(64)]);
  expect(analyze(`x${'𝒜𐐷'.repeat(500)}`)[0]).toMatch(/^x.{1,63}$/);
  for (const term of analyze(`${'𐐷'.repeat(100)} a${'𐐷'.repeat(100)}`))
    expect(term.isWellFormed()).toBe(true);
});

test('a text gives the same terms however it is written in Unicode', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(analyze(text.normalize('NFD'))).toEqual(analyze(text.normalize('NFC')));
      for (const term of analyze(text)) expect(term).toMatch(/^\S{1,64}$/);
    }),
  );
});
