import { findUnknownFields, sourceFilters } from '@docfleet/domain/document';
import type { KeywordStatistics } from '@docfleet/domain/keyword-sample';
import type { Namespace } from '@docfleet/domain/namespace';
import { type Embedder, loadEnglishWords } from '@docfleet/embedding';
import { fieldsOf } from '@docfleet/metadata-filter';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import {
  commonLanguages,
  contentTokens,
  detectLanguage,
  isFunctionWord,
  type Language,
  languageMarker,
  languagesOfFunctionWord,
  nearestLanguage,
  plainWord,
  sureLanguage,
  termId,
} from '@docfleet/text-analysis';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import type { Search, SearchContext } from './search-request.ts';
import type { LeftOut } from './select-matches.ts';

const nameOf = new Intl.DisplayNames(['en'], { type: 'language' });
const namesOf = (languages: readonly string[]) => languages.map((one) => nameOf.of(one)).join(', ');

/** Languages that enough of the namespace's texts are in for their words to be found. */
const indexedLanguages = ({ chunkCount, frequencies }: KeywordStatistics): readonly Language[] =>
  commonLanguages({
    documentCount: chunkCount,
    frequencyOf: (term) => frequencies.get(termId(term)) ?? 0,
  });

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Tests whether few letters are those of the Latin alphabet, in which every model that names its languages reads. */
const isInOtherScript = (query: string): boolean =>
  2 * countOf(query, /\p{Script=Latin}/gu) < countOf(query, /\p{L}/gu);

/** Min share of words that are not English for a query to be in another language. */
const minForeignShare = 0.5;
/** A function word of another language may be a part of an English phrase: `per diem`. */
const minWordsAroundFunctionWord = 3;
/** Letters that no English word has, not even one that it has borrowed. */
const foreignLetter = /[ăąćčđęěğıłőřśşșšțűźżžåøßơư\u1ea0-\u1ef9]/u;

interface Evidence {
  readonly languages: readonly string[];
  readonly indexed: readonly string[];
  readonly isKnown: (word: string) => boolean;
  readonly isInTexts: (word: string) => boolean;
}

/** The words of a query that are no English ones, in a query that has as many of them as of others. Words of texts are taken to be English where all texts are. */
function foreignWords(written: readonly string[], { languages, indexed, isKnown, isInTexts }: Evidence) {
  const words = written.filter((word) => !isFunctionWord(plainWord(word), 'en'));
  const isTextEnglish = indexed.every((one) => languages.includes(one));
  const isFunction = (word: string) =>
    written.length >= minWordsAroundFunctionWord && languagesOfFunctionWord(plainWord(word)).length > 0;
  const isEnglish = (word: string) =>
    !foreignLetter.test(word) && (isKnown(plainWord(word)) || (isTextEnglish && isInTexts(word)));
  const foreign = words.filter((word) => isFunction(word) || !isEnglish(word));
  return foreign.length >= minForeignShare * words.length ? foreign : [];
}

/** The language that a query is guessed to be in; `unknown` where most of its words are foreign and no language is near. */
function guessForeign(query: string, evidence: Evidence): string | undefined {
  const { languages, indexed, isInTexts } = evidence;
  const written = [...new Set(query.match(/(?<![\p{L}\p{N}_])\p{L}[\p{L}\p{M}']+(?![\p{L}\p{N}_])/gu) ?? [])];
  const foreign = foreignWords(written, evidence);
  // Names are written with a capital, and in any language.
  if (foreign.every((word) => /^\p{Lu}/u.test(word))) return undefined;
  const guess = nearestLanguage(written.join(' '));
  if (!guess) return foreign.length > 1 ? 'unknown' : undefined;
  if (languages.includes(guess)) return undefined;
  return foreign.every(isInTexts) && !indexed.includes(guess) ? undefined : guess;
}

/** The language of a query that a model does not read; `isSure` where it is no guess, and without a name where only the script is known. */
async function unreadLanguage(query: string, languages: readonly string[], statistics: KeywordStatistics) {
  const sure = sureLanguage(query);
  if (isInOtherScript(query)) return { language: sure ?? detectLanguage(query), isSure: true };
  if (sure) return languages.includes(sure) ? undefined : { language: sure, isSure: true };
  const isKnown = await loadEnglishWords();
  const indexed = indexedLanguages(statistics);
  const isInTexts = (word: string) =>
    contentTokens(word, [...indexed, 'en'])
      .flat()
      .some((term) => statistics.frequencies.has(termId(term)));
  const guess = guessForeign(query, { languages, indexed, isKnown, isInTexts });
  return guess && { language: guess, isSure: false };
}

/** A sentence on a query in a language that the model does not read; words of texts in that language are still found where words are compared. */
async function unreadQuery(
  query: string,
  { model, languages = [] }: Pick<Embedder, 'model' | 'languages'>,
  comparesWords: boolean,
  statistics: KeywordStatistics,
): Promise<string | undefined> {
  const unread = await unreadLanguage(query, languages, statistics);
  if (!unread) return undefined;
  const read = namesOf(languages);
  const { language, isSure } = unread;
  const seems =
    isSure && language
      ? `The query seems to be in ${nameOf.of(language)}, and the model ${model} reads ${read}`
      : `The query does not seem to be in ${read}, which the model ${model} reads`;
  if (comparesWords && indexedLanguages(statistics).some((one) => one === language))
    return `${seems}: texts are found by their words, hardly by their meaning. A multilingual model finds more`;
  const unseen = isSure ? '' : ', and most of its words stand in no text here';
  return `${seems}${unseen}: results may have little to do with it. Search in ${read}, or use a multilingual model`;
}

/** A sentence on texts most of which are in a language that the model does not read: their words alone are compared, or nothing of them. */
function unreadTexts(
  { model, languages = [] }: Pick<Embedder, 'model' | 'languages'>,
  statistics: KeywordStatistics,
) {
  const [language] = indexedLanguages(statistics);
  if (!language || languages.includes(language)) return undefined;
  const count = statistics.frequencies.get(termId(languageMarker(language))) ?? 0;
  if (2 * count <= statistics.chunkCount) return undefined;
  return `Most texts here are in ${nameOf.of(language)}, and the model ${model} reads ${namesOf(languages)}: they are found by their words, hardly by their meaning. Use a multilingual model`;
}

const keywordsOutdated =
  'Keywords are being encoded again after an upgrade: until then some texts are found by meaning more than by words';

/** Sentences on what limits a search beyond what the stores say of it: outdated keywords, and a query or texts that the model does not read. */
export async function limitingNotices(
  { keywordStatistics }: Pick<SearchContext, 'keywordStatistics'>,
  namespace: Namespace,
  { request: { query, weights } }: Search,
  { current }: NamespaceProviders,
): Promise<string[]> {
  const comparesWords = weights !== undefined && weights.keywordWeight > 0;
  const isOutdated = comparesWords && namespace.analyzerVersion !== analyzerVersion;
  const statistics = await keywordStatistics(namespace.id);
  const { embedder } = current;
  const unread =
    embedder.languages &&
    ((await unreadQuery(query, embedder, comparesWords, statistics)) ?? unreadTexts(embedder, statistics));
  return [isOutdated ? keywordsOutdated : undefined, unread].filter((notice) => notice !== undefined);
}

/** Filters that read a field of documents, which metadata do not have. */
function ofDocuments(field: string): string {
  const filters = sourceFilters.filter((filter) => filter.field === field).map(({ name }) => `"${name}"`);
  return filters.length === 0
    ? ''
    : `: of the document itself, ${filters.join(' and ')} of filter.source compare it`;
}

/** A sentence on fields of the filter of a search that found nothing, where no document has them: they may be misspelled. */
export async function unknownFieldNotices(
  { database, namespaceId, request: { filter, tenantId } }: Search,
  matchCount: number,
): Promise<string[]> {
  if (matchCount > 0 || !filter || filter.length === 0) return [];
  const fields = await findUnknownFields(database, { namespaceId, tenantId }, fieldsOf(filter));
  return fields.map(
    (field) =>
      `No document has the field ${JSON.stringify(field)} that the filter names${ofDocuments(field)}`,
  );
}

const passages = (count: number) => (count === 1 ? '1 passage' : `${count} passages`);

/** Sentences on matches that were left out of the results, and on how to get them. */
export function leftOutNotices(
  { duplicates, excluded }: LeftOut,
  { parsed }: Pick<Search, 'parsed'>,
): string[] {
  const copies = `${passages(duplicates)} with the same text as a better result left out: "duplicates": "keep" returns them too`;
  const exclusions = parsed.excluded.map(
    ({ written }) =>
      `${written} in the query excludes: ${passages(excluded.get(written) ?? 0)} left out. Quote the word, or set "operators" to false, to search for it`,
  );
  return [...(duplicates > 0 ? [copies] : []), ...exclusions];
}
