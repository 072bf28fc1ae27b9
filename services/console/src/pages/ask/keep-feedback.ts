import { api } from '../../api/client.ts';
import type { Exchange } from './use-conversation.ts';

/** Rating of an answer by a reader. */
export type Verdict = 'good' | 'poor';

/** Names of the golden sets that receive rated answers, by rating. */
export const setNames: Readonly<Record<Verdict, string>> = { good: 'Good answers', poor: 'Poor answers' };

async function findSet(namespaceId: string, name: string): Promise<string> {
  for await (const set of api.goldenSets.list({ namespaceId })) if (set.name === name) return set.id;
  const { goldenSet } = await api.goldenSets.create({ namespaceId, name });
  return goldenSet.id;
}

/**
 * Adds a rated answer to its golden set as a candidate: the question, the quotes that were cited as relevant, and the answer if it is rated
 * good. Creates the set where there is none.
 */
export async function keepFeedback(
  namespaceId: string,
  { question, citations, done }: Exchange,
  verdict: Verdict,
): Promise<void> {
  const goldenSetId = await findSet(namespaceId, setNames[verdict]);
  const relevant = citations.map(({ quote, document: { externalId } }) => ({ externalId, quote, grade: 1 }));
  const referenceAnswer = verdict === 'good' ? (done?.answer ?? null) : null;
  const candidate = { question, relevant, referenceAnswer, status: 'CANDIDATE' as const };
  await api.goldenSets.writeQuestions({ namespaceId, goldenSetId, questions: [candidate] });
}
