import { expect, test } from '@jest/globals';
import { detectLanguage } from './read-picture.ts';

const all = ['eng', 'deu', 'fra', 'spa', 'ita', 'por', 'nld'];

test.each([
  ['deu', 'Der Bericht ist fertig und die Zahlen werden nicht mit den Kosten von dem Jahr zuvor verglichen.'],
  ['fra', 'Le rapport est prêt et les chiffres ne sont pas dans une table avec les coûts du passé.'],
  ['spa', 'El informe está listo y los datos no son una tabla con los costes del año que fue peor.'],
  ['ita', 'Il rapporto è pronto e i dati non sono una tabella con i costi del passato che sono più alti.'],
  ['por', 'O relatório não é uma tabela com os custos do ano, que foi mais caro para as contas da casa.'],
  ['nld', 'Het verslag is klaar en de cijfers zijn niet in een tabel met de kosten van het jaar voor dit.'],
])('a page of %s that was read as English is recognized by its words', (language, text) => {
  expect(detectLanguage(text, all, 'eng')).toBe(language);
});

test('a page of English, of hardly any words, or of a language that is not installed stays as it is', () => {
  expect(detectLanguage('The report is ready and the figures are in the table.', all, 'eng')).toBeUndefined();
  expect(detectLanguage('Der Bericht 1998', all, 'eng')).toBeUndefined();
  expect(
    detectLanguage('Der Bericht ist fertig und die Zahlen werden nicht', ['eng', 'fra'], 'eng'),
  ).toBeUndefined();
});
