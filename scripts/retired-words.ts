/** Words that this repository no longer uses, and the standard terms that replace them (docs/glossary.md). */

/** Each pattern is compared with lines whose identifiers are split into words: `giveUp` and `GIVE_UP` are read as "give Up" and "GIVE UP". */
const retiredWords: readonly (readonly [pattern: string, replacement: string])[] = [
  ['gives?|gave|giving|given (?:up|back|out)', 'return, provide, pass, grant; exhausted'],
  ['tells?|telling|told', 'report, notify, state; distinguish'],
  ['whoever|somebody|nobody|anybody|everybody', 'user, caller, client, operator; no one'],
  ['(?:one|those) who|who may', 'users, callers, clients that …; is allowed to'],
  ['what came of', 'the result of, the outcome of'],
  ['comes? back|came back|coming back', 'return, recover, retry'],
  ['lets? in|letting in', 'admit'],
  ['intake', 'admission (of documents), listing (of a source)'],
  ['patience|patient|patiently', 'timeout, backoff'],
  ['mends?|mended|mending', 'repair, fix'],
  ['examines?|examined|examining|examinations?', 'check, inspect'],
  ['former|formerly', 'previous'],
  ['present (?:generation|revision|configs?|configuration|contents?|version|model)', 'current'],
  ['walks?|walked|walking|walkers?', 'listing, traversal'],
  [
    '(?:re|un)?(?:author|organ|recogn|normal|summar|initial|optim|serial|synchron|util|minim|maxim|custom|material|categor|priorit|standard|special|general|memor|local|random|central|visual|anonym|canonical)is(?:es?|ed|ing|ations?|ers?)',
    'the same word with z: texts are in American spelling, as the names of the API are',
  ],
  ['(?:colour|behaviour|honour|favour|licence)(?:s|d|ed|ing)?', 'color, behavior, honor, favor, license'],
  ['neighbour(?:s|ed|ing|hoods?)?|judgements?|misspelt', 'neighbor, judgment, misspelled'],
  ['wanders?|wandered|wandering', 'traverse, visit'],
];

/** Texts that are not ours, each with its reason. */
const notOurs: readonly RegExp[] = [
  /^(CHANGELOG|CODE_OF_CONDUCT|NOTICE)\b/, // records, and texts of others
  /^examples\/documents\//, // documents to ingest
  /^packages\/providers\/connectors\/src\/providers\/confluence\/storage-markdown\.test\.ts$/, // has a parameter of Confluence
  /^scripts\/retired-words\.ts$/, // names them
  /^scripts\/house-rules\.test\.ts$/, // names them
  /^bench\/(chunking|parsing)\/documents\b/, // generated prose
  /^bench\/everyday\/questions\.json$/, // questions as people ask them
  /^packages\/extensions\/answers\/(src\/verification\/lexicon\.ts|test\/[a-z-]+\.json)$/, // lists of words, and sentences as models write them
  /^packages\/language\/text-analysis\/src\/languages\/language\.ts$/, // lists of function words
  /^packages\/clients\/sdk-python\/(src\/docfleet\/_(requests|named_file)|tests\/test_client)\.py$/, // call `tell` of a file
];

const isWord = retiredWords.map(
  ([pattern, replacement]) => [new RegExp(`\\b(?:${pattern})\\b`, 'i'), replacement] as const,
);

/** Retired words of a file, each with its line and its replacement. */
export function findRetiredWords(path: string, text: string): string[] {
  if (notOurs.some((pattern) => pattern.test(path))) return [];
  return text.split('\n').flatMap((line, index) => {
    const words = splitIdentifiers(line);
    return isWord.flatMap(([pattern, replacement]) => {
      const [word] = pattern.exec(words) ?? [];
      return word === undefined ? [] : [`line ${index + 1}: "${word}" is retired: ${replacement}`];
    });
  });
}

function splitIdentifiers(line: string): string {
  return line.replace(/(?<=[a-z])(?=[A-Z])|_/g, ' ');
}
