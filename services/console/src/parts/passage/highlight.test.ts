import { expect, test } from '@jest/globals';
import { highlight } from './passage-blocks.ts';

const hitsOf = (text: string, query: string) =>
  highlight(text, query).flatMap(({ text: piece, isHit }) => (isHit ? [piece] : []));

test('words of the query and their forms are hits, and fillers are not', () => {
  const text = 'Parking is free; parked cars are towed. How to park?';
  expect(hitsOf(text, 'How do I park a car?')).toEqual(['Parking', 'parked', 'cars', 'park']);
});

test('the pieces are the text, whatever is in it', () => {
  for (const text of ['', 'x', '<mark>leave</mark>', 'leave‮leave', '\ud800 leave', 'Ärzte und LEAVE'])
    expect(
      highlight(text, 'leave')
        .map(({ text: piece }) => piece)
        .join(''),
    ).toBe(text);
});

test('words that carry no meaning are not hits, also where they share a stem with one that does', () => {
  expect(hitsOf('The cost is theirs; they pay it', 'what do they cost')).toEqual(['cost']);
});
