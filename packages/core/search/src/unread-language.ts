import type { KeywordStatistics } from '@docfleet/domain/keyword-sample';
import type { Embedder } from '@docfleet/embedding';
import { commonLanguages, sureLanguage, termId } from '@docfleet/text-analysis';

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
export function unreadLanguage(
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
