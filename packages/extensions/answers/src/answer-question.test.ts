import { expect, test } from '@jest/globals';
import { notFoundText } from './answer-question.ts';

test.each([
  ['Who calls Torvald?', 'Not found in the documents.'],
  ['Wer ruft Torvald an?', 'Das steht nicht in den Dokumenten.'],
  ['Qui a fondé la société Larkfield ?', 'Introuvable dans les documents.'],
  ['誰がトルヴァルドに電話しますか？', '文書には見つかりませんでした。'],
  ['Torvald Lindgren', 'Not found in the documents.'],
])('what is not found of %j is said in its language', (question, text) => {
  expect(notFoundText(question)).toBe(text);
});
