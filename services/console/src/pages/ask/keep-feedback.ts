import { api } from '../../api/client.ts';
import type { Exchange } from './use-conversation.ts';

/** What a reader thinks of an answer. */
export type Verdict = 'good' | 'poor';

/** The golden sets that judged answers become candidates of. */
export const setNames: Readonly<Record<Verdict, string>> = { good: 'Good answers', poor: 'Poor answers' };

async function findSet(namespaceId: string, name: string): Promise<string> {
  for await (const set of api.goldenSets.list({ namespaceId })) if (set.name === name) return set.id;
  const { goldenSet } = await api.goldenSets.create({ namespaceId, name });
  return goldenSet.id;
}

/** Keeps a judged answer as a candidate for evaluations: the question, what was cited, and the answer where it is good. */
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
