import type { KeywordStatistics } from '@docfleet/domain/keyword-sample';
import type { Namespace } from '@docfleet/domain/namespace';
import type { Embedder } from '@docfleet/embedding';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { commonLanguages, sureLanguage, termId } from '@docfleet/text-analysis';
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

/**
 * A sentence for the customer where a query is surely in a language that the namespace's model does not read; undefined otherwise, and
 * where `keywords`, those of a search that compares words too, have texts in that language.
 */
function unreadLanguage(
  query: string,
  { model, languages }: Pick<Embedder, 'model' | 'languages'>,
  keywords: KeywordStatistics | undefined,
): string | undefined {
  const language = languages && sureLanguage(query);
  if (!language || languages.includes(language) || (keywords && isIndexed(language, keywords)))
    return undefined;
  const read = languages.map((one) => nameOf.of(one)).join(', ');
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
  const keywords = comparesWords ? await keywordStatistics(namespace.id) : undefined;
  const unread = unreadLanguage(query, current.embedder, keywords);
  return [isOutdated ? keywordsOutdated : undefined, unread].filter((notice) => notice !== undefined);
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
