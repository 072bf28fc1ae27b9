import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { finds } from '../test/finds.ts';
import {
  analyze,
  analyzeText,
  detectLanguage,
  type Language,
  languageMarker,
  sureLanguage,
  weighQuery,
} from './index.ts';

/** The terms of a text without the spellings of its words. */
const stemsOf = (text: string, language?: Language) =>
  (language ? analyzeText(text, language).terms : analyze(text)).filter((term) => !term.startsWith('='));

test.each([
  [
    'The quick brown foxes were jumping over it',
    ['the', 'quick', 'brown', 'fox', 'were', 'jump', 'over', 'it'],
  ],
  ["Alice's and the dogs’ owners don't", ['alic', 'and', 'the', 'dog', 'owner', "don't"]],
  ['ﬁne Ｗｉｄｅ ½ texts', ['fine', 'wide', '1', '2', 'text']],
  ['_emphasis_ **strong** words', ['emphasi', 'strong', 'word']],
  [' \n…!?— ', []],
])('%j has the terms %j', (text, terms) => {
  expect(stemsOf(text, 'en')).toEqual(terms);
});

test.each([
  ['東京都に住む', ['东', '京', '都', 'に', '住', 'む', '东京', '京都', '都に', 'に住', '住む']],
  ['한국어', ['한', '국', '어', '한국', '국어']],
  ['𠜎𠜱𠝹', ['𠜎', '𠜱', '𠝹', '𠜎𠜱', '𠜱𠝹']],
])('%j, written without spaces, has its characters and their pairs as terms', (text, terms) => {
  expect(stemsOf(text)).toEqual(terms);
});

test.each([
  ['hôtel', 'Nous avons réservé une chambre à l’hôtel de la gare pour deux nuits.'],
  ['hotel', 'Nous avons réservé une chambre à l’hôtel de la gare pour deux nuits.'],
  ['chevaux', 'Le cheval est dans le pré avec les autres animaux de la ferme.'],
  ['肉', '今天晚上我们一起吃羊肉火锅。'],
  ['图书馆', '圖書館每天早上九點開門。'],
  ['Datenschutz', 'Das Datenschutzrecht gilt für alle Mitarbeiter in der Firma.'],
  ['Urlaub', 'Die Urlaubstage werden jedes Jahr neu berechnet und nicht ausgezahlt.'],
  ['semester', 'Alla anställda har rätt till tjugofem semesterdagar om året.'],
  ['поезда', 'Поезд прибывает на станцию в девять часов утра.'],
  ['متحف', 'يقع المتحف في وسط المدينة بجانب الحديقة الكبيرة.'],
  ['résumé', 'Please send your resume together with the form to the office.'],
])('%j is found in %j', (query, text) => {
  expect(finds(query, text)).toBe(true);
});

test.each([
  ['ERR4711', 'The service failed with ERR_4711 at noon.'],
  ['ERR_4711', 'The service failed with ERR 4711 at noon.'],
  ['RFC9110', 'As it is written in RFC 9110, section 8.'],
  ['10000', 'They paid 10,000 dollars for it.'],
  ['10,000', 'They paid 10000 dollars for it.'],
  ['2.13.1', 'This is fixed in v2.13.1 of the client.'],
  ['v2.13.1', 'This is fixed in 2.13.1 of the client.'],
  ['user name', 'Call getUserName before the session starts.'],
  ['getUserName', 'Call get_user_name before the session starts.'],
  ['wifi', 'The wi-fi of the guests has a password of its own.'],
  ['C#', 'She writes C# and Java for a living.'],
  ['2.17.1', 'The file log4j-core-2.17.1.jar is affected.'],
  ['2.17', 'The file log4j-core-2.17.1.jar is affected.'],
  ['1.2.3', 'Do not install 1.2.3-beta yet.'],
  ['OpenSSL 1.1.1', 'The package libssl1.1.1 is old.'],
  ['1000000', 'Es gab 1.000.000 Besuche im Mai.'],
  ['1.000.000', 'There were 1,000,000 visits in May.'],
  ['x-ray', 'The xray of the chest is stored for ten years.'],
  ['tshirt', 'All of us wear t-shirts to the office.'],
  ['DIN A4', 'Print it on DIN-A4 paper.'],
  ['C6', 'The board has an ESP32-C6 on it.'],
  ['R&D', 'The R&D department moves.'],
  ['R&D', 'The R & D department moves.'],
  ['P&L', 'See the P\\&L statement of May.'],
  ['AT&T', 'A contract with AT&T was signed.'],
  ['🇩🇪', 'Prices in 🇩🇪 include taxes.'],
])('the identifier %j is found in %j', (query, text) => {
  expect(finds(query, text)).toBe(true);
});

test.each([
  ['C', 'She writes C# and Java for a living.'],
  ['C#', 'She writes C++ and Java for a living.'],
  ['C#', 'She writes C and Java for a living.'],
  ['C3', 'The board has an ESP32-C6 on it.'],
  ['R&D', 'Section D of part R is about trees.'],
  ['🇩🇪', 'Prices in 🇫🇷 include taxes.'],
])('%j is not found in %j', (query, text) => {
  expect(finds(query, text)).toBe(false);
});

test.each([
  ['en', 'how many days of leave do I have'],
  ['de', 'wie viele Urlaubstage habe ich'],
  ['fr', 'combien de jours de congé ai-je'],
  ['es', 'cuántos días de vacaciones tengo'],
  ['it', 'quanti giorni di ferie ho'],
  ['pt', 'quantos dias de férias tenho'],
  ['nl', 'hoeveel vakantiedagen heb ik'],
  ['sv', 'hur många semesterdagar har jag'],
  ['fi', 'kuinka monta lomapäivää minulla on'],
  ['ru', 'сколько дней отпуска у меня'],
  ['pl', 'ile dni urlopu mam'],
  ['tr', 'kaç gün iznim var'],
  ['ja', '有給休暇は何日ありますか'],
  ['zh', '我有多少天假期'],
  ['ar', 'كم يوم إجازة لدي'],
] as const)(
  '%s is the language of %j, whose content words weigh more than its function words',
  (language, query) => {
    expect(detectLanguage(query)).toBe(language);
    const { terms } = weighQuery(query, { documentCount: 10, frequencyOf: () => 0 });
    const factors = terms.map(({ factor }) => factor);
    expect(Math.max(...factors)).toBe(1);
    if (language !== 'ja' && language !== 'zh') expect(Math.min(...factors)).toBeCloseTo(0.1, 9);
  },
);

test.each([
  ['The expression of TGF-β was measured in cells of the liver and the kidney', 'en'],
  ['Our office in Beijing (北京) is open from Monday to Friday, and the others are not', 'en'],
  ['Die Brücke zwischen α und β ist für alle gesperrt', 'de'],
  ['东京是日本的首都', 'zh'],
  ['我们在 AWS 上使用 Kubernetes 部署', 'zh'],
  ['東京都庁舎の展望室', 'ja'],
  ['η β έκδοση του προγράμματος', 'el'],
])('%j is taken to be in %s', (text, language) => {
  expect(detectLanguage(text)).toBe(language);
});

test('rows that repeat a few words are in no language', () => {
  expect(detectLanguage('heron,pond\n'.repeat(80))).toBeUndefined();
  expect(detectLanguage('| name | width |\n'.repeat(80))).toBeUndefined();
});

test.each([
  ['休假有几天?', 'zh'],
  ['휴가는 며칠입니까?', 'ko'],
  ['Wie viele Tage Urlaub habe ich?', 'de'],
  ['¿Cuántos días de vacaciones tengo?', 'es'],
  ['Combien de jours de congé ai-je ?', 'fr'],
  ['Сколько дней отпуска у меня?', 'ru'],
  ['How many days of leave do I have?', 'en'],
  ['The G34R/V mutation creates a hypomethylated phenotype at the H3K36 histone', 'en'],
  ['H4 G94P proteins suppress degradation', undefined],
  ['ECONNRESET', undefined],
  ['Hotel Berlin', undefined],
  ['Reisekosten München', undefined],
  ['Müller GmbH invoice 2026', undefined],
  ['café menu', undefined],
  ['sensor 北京 offline reset', undefined],
])('what is sure of %j is that it is in %s', (text, language) => {
  expect(sureLanguage(text)).toBe(language);
});

test('a query of nothing but function words still asks for all of them', () => {
  const { terms, total } = weighQuery('to be or not to be', { documentCount: 10, frequencyOf: () => 0 });
  expect(terms.map(({ term }) => term)).toEqual(['to', 'be', 'or', 'not']);
  expect(total).toBeGreaterThan(0);
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
  expect(stemsOf(word, 'en')).toEqual([stem]);
});

test('a long word is cut, never through a character', () => {
  expect(stemsOf('x'.repeat(1_000_000))).toEqual(['x'.repeat(64)]);
  expect(stemsOf(`x${'𝒜𐐷'.repeat(500)}`)[0]).toMatch(/^x.{1,63}$/);
  for (const term of stemsOf(`${'𐐷'.repeat(100)} a${'𐐷'.repeat(100)}`))
    expect(term.isWellFormed()).toBe(true);
});

test('a text has the same terms however it is written in Unicode', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(stemsOf(text.normalize('NFD'))).toEqual(stemsOf(text.normalize('NFC')));
      for (const term of stemsOf(text)) expect(term).toMatch(/^\S{1,64}$/);
    }),
  );
});

test.each([
  ['**W**arranty', 'Warranty'],
  ['un*believ*able', 'unbelievable'],
  ['~~mis~~understood', 'misunderstood'],
  ['[W](https://x.org/a)arranty', 'Warranty'],
  ['War[ranty](/terms)', 'Warranty'],
  ['`Docu`ment', 'Document'],
  ['war\u00adranty', 'warranty'],
  ['war\u200branty', 'warranty'],
  ['war\u2060ran\ufeffty', 'warranty'],
  ['年次**有給**休暇', '年次有給休暇'],
])('a word that is marked in part is whole: %s', (marked, word) => {
  expect(analyzeText(`The ${marked} lasts`, 'en').terms).toEqual(
    analyzeText(`The ${word} lasts`, 'en').terms,
  );
});

test.each([
  ['2*3*4', ['2', '3', '4']],
  ['a*b*c', ['a', 'b', 'c']],
  ['red **blue** green', ['red', 'blue', 'green']],
  ['red [blue](/x) green', ['red', 'blue', 'x', 'green']],
  ['red `blue` green', ['red', 'blue', 'green']],
])('marks around words and signs of formulas join nothing: %s', (text, terms) => {
  expect(analyzeText(text, 'en').terms).toEqual(terms);
});

/** Whether a query finds a text by words, in a namespace whose texts are in English. */
function findsAmongEnglish(query: string, text: string): boolean {
  const statistics = {
    documentCount: 100,
    frequencyOf: (term: string) => (term === languageMarker('en') ? 100 : 0),
  };
  const terms = new Set(analyze(text));
  const { terms: asked } = weighQuery(query, statistics);
  return asked.some(({ term }) => terms.has(term));
}

test.each([
  [
    'Mahnungen',
    'Die Mahnungen an die Kunden werden am Freitag verschickt, wenn die Rechnungen nicht bezahlt sind.',
  ],
  [
    'anställda',
    'De anställda har rätt till semesterdagar som kan sparas i fem år efter överenskommelse med chefen.',
  ],
  [
    'semesterdagar',
    'De anställda har rätt till semesterdagar som kan sparas i fem år efter överenskommelse med chefen.',
  ],
  ['rekeningen', 'De rekeningen worden aan het einde van de maand naar de klanten gestuurd en betaald.'],
  [
    'työntekijöiden',
    'Yrityksen työntekijöiden lomapäivät voidaan säästää seuraavaan vuoteen, jos siitä sovitaan.',
  ],
  [
    'сотрудников',
    'Отпуск сотрудников можно перенести на следующий год по согласованию с начальником отдела.',
  ],
  ['שלום', 'שָׁלוֹם עֲלֵיכֶם לכל העובדים במשרד'],
  ['میرود', 'او هر روز به مدرسه می\u200cرود و کتاب می\u200cخواند'],
  ['می رود', 'او هر روز به مدرسه می\u200cرود و کتاب می\u200cخواند'],
  ['कागज', 'यह काग\u093cज़ पर लिखा हुआ है'],
  ['4.18', 'Use version 4.18.2 of the library.'],
  ['192.168.1', 'The router is 192.168.1.254 here.'],
  ['550e8400', 'The order 550e8400-e29b-41d4-a716-446655440000 was sent.'],
  ['446655440000', 'The order 550e8400-e29b-41d4-a716-446655440000 was sent.'],
  ['getusername', 'Call getUserName() first.'],
  ['A002', 'RULE-A002 detects a change of the configuration.'],
  ['DEC-0054', 'See DEC-0054 for the decision.'],
  ['signoff', 'A sign-off is needed before the release.'],
  ['important', 'something_2020-07-13_with_important_words.pdf'],
  ['초과근무', '초과근무 승인 규칙'],
  ['डॉकर', 'तैनाती के लिए डॉकर'],
  ['cooperate', 'They co\u00adoper\u00adate on it.'],
])('in a namespace of English texts %j finds %j', (query, text) => {
  expect(findsAmongEnglish(query, text)).toBe(true);
});

test('a spelling counts a quarter of a word whose stem the namespace has', () => {
  const statistics = { documentCount: 100, frequencyOf: (term: string) => (term === 'invoic' ? 50 : 0) };
  const { terms, total } = weighQuery('invoices', statistics);
  const [stem, spelling] = terms.toSorted((a, b) => b.idf - a.idf);
  expect([stem?.term, spelling?.term, spelling?.factor]).toEqual(['invoic', '=invoices', 0.25]);
  expect(total).toBe(stem?.idf);
});

test.each([
  ['Mueller', 'muller'],
  ['Müller', 'mueller'],
])('%s is also searched for in its other spelling where texts have it', (query, term) => {
  const statistics = { documentCount: 100, frequencyOf: (one: string) => (one === term ? 1 : 0) };
  expect(weighQuery(query, statistics).terms).toContainEqual(expect.objectContaining({ term, factor: 0.25 }));
});
