import { findUnknownFields, sourceFilters } from '@docfleet/domain/document';
import type { KeywordStatistics } from '@docfleet/domain/keyword-sample';
import type { Namespace } from '@docfleet/domain/namespace';
import type { Embedder } from '@docfleet/embedding';
import { fieldsOf } from '@docfleet/metadata-filter';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { commonLanguages, contentTokens, guessLanguage, sureLanguage, termId } from '@docfleet/text-analysis';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import type { SearchContext } from './search-context.ts';
import type { Search } from './search-request.ts';
import type { LeftOut } from './select-matches.ts';

const nameOf = new Intl.DisplayNames(['en'], { type: 'language' });

/** Tests whether words of this language may be found: enough of the namespace's texts are in it. */
const isIndexed = (language: string, { chunkCount, frequencies }: KeywordStatistics): boolean =>
  commonLanguages({
    documentCount: chunkCount,
    frequencyOf: (term) => frequencies.get(termId(term)) ?? 0,
  }).some((one) => one === language);

/** Max share of known words: a query with more of them is in the language of the texts, or finds them by those words. */
const maxKnownShare = 0.5;
/** Fewer may be a name, which is the same in all languages. */
const minGuessedWords = 2;

/** Whether few of the words of a query stand in any text, and they look like another language than those. */
function isGuessUnread(
  query: string,
  languages: readonly string[],
  { frequencies }: KeywordStatistics,
): boolean {
  const plain = query.match(/(?<![\p{L}\p{N}_])\p{L}{2,}(?![\p{L}\p{N}_])/gu) ?? [];
  const words = contentTokens(plain.join(' '), ['en']);
  const known = words.filter((terms) => terms.some((term) => (frequencies.get(termId(term)) ?? 0) > 0));
  if (frequencies.size === 0 || plain.length < minGuessedWords || known.length > maxKnownShare * words.length)
    return false;
  const language = guessLanguage(query);
  return language !== undefined && !languages.includes(language);
}

const unreadGuess = (model: string, read: string) =>
  `The query does not seem to be in ${read}, which the model ${model} reads, and most of its words stand in no text here: results may have little to do with it. Search in ${read}, or use a multilingual model`;

/**
 * A sentence for the customer where a query is surely in a language that the namespace's model does not read; undefined otherwise, and
 * where `keywords`, those of a search that compares words too, have texts in that language. Of one in a language that is guessed, `statistics`
 * decide: words that texts have are found.
 */
function unreadLanguage(
  query: string,
  { model, languages }: Pick<Embedder, 'model' | 'languages'>,
  keywords: KeywordStatistics | undefined,
  statistics: KeywordStatistics,
): string | undefined {
  if (!languages) return undefined;
  const read = languages.map((one) => nameOf.of(one)).join(', ');
  const language = sureLanguage(query);
  if (!language) return isGuessUnread(query, languages, statistics) ? unreadGuess(model, read) : undefined;
  if (languages.includes(language) || (keywords && isIndexed(language, keywords))) return undefined;
  return `The query seems to be in ${nameOf.of(language)}, and the model ${model} reads ${read}: results may have little to do with it. Search in ${read}, or use a multilingual model`;
}

const keywordsOutdated =
  'Keywords are being encoded again after an upgrade: until then some texts are found by meaning more than by words';

/** Sentences on what limits a search beyond what the stores say of it: outdated keywords, and a query that the model does not read. */
export async function limitingNotices(
  { keywordStatistics }: Pick<SearchContext, 'keywordStatistics'>,
  namespace: Namespace,
  { request: { query, weights } }: Search,
  { current }: NamespaceProviders,
): Promise<string[]> {
  const comparesWords = weights !== undefined && weights.keywordWeight > 0;
  const isOutdated = comparesWords && namespace.analyzerVersion !== analyzerVersion;
  const statistics = await keywordStatistics(namespace.id);
  const unread = unreadLanguage(query, current.embedder, comparesWords ? statistics : undefined, statistics);
  return [isOutdated ? keywordsOutdated : undefined, unread].filter((notice) => notice !== undefined);
}

/** Filters that read a field of documents, which metadata do not have. */
function ofDocuments(field: string): string {
  const filters = sourceFilters.filter((filter) => filter.field === field).map(({ name }) => `"${name}"`);
  return filters.length === 0
    ? ''
    : `: of the document itself, ${filters.join(' and ')} of filter.source compare it`;
}

/** A sentence on fields of the filter of a search that found nothing, where no document has them: they may be misspelt. */
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
