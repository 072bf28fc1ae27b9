import type { DocfleetClient } from '@docfleet/sdk';
import { eventually } from '@docfleet/testing';
import { expect } from '@jest/globals';

async function evaluate(client: DocfleetClient, namespaceId: string, goldenSetId: string): Promise<string> {
  const { evaluation } = await client.evaluations.create({ namespaceId, goldenSetId });
  const evaluationId = evaluation.id;
  await eventually(async () => {
    const { evaluation: current } = await client.evaluations.get({ namespaceId, evaluationId });
    expect(current.status).toBe('COMPLETED');
  }, 30_000);
  return evaluationId;
}

/** Calls every method of golden sets, evaluations and answers, which need a chat model. */
export async function callEvaluations(client: DocfleetClient, namespaceId: string): Promise<void> {
  const created = await client.goldenSets.create({ namespaceId, name: 'everyday' });
  const of = { namespaceId, goldenSetId: created.goldenSet.id };
  await client.goldenSets.update({ ...of, name: 'everyday questions' });
  expect((await client.goldenSets.get(of)).goldenSet.name).toBe('everyday questions');
  expect(await Array.fromAsync(client.goldenSets.list({ namespaceId }))).toHaveLength(1);
  const relevant = [{ quote: 'The zebra census counted 4,211 animals.' }];
  const questions = [
    { question: 'How many zebras are there?', relevant },
    { question: 'What is missing?', relevant },
  ];
  const [one, another] = questions.map((question) => JSON.stringify(question));
  await client.goldenSets.writeQuestions({ ...of, questions: questions.slice(0, 1) });
  const file = new File([`${one}\n\n${another}\n`], 'questions.jsonl');
  expect(await client.goldenSets.importQuestions({ ...of, file })).toMatchObject({ created: 1, updated: 1 });
  const wrong = new File([`${one}\n{"question": "Why?"}`], 'questions.jsonl');
  await expect(client.goldenSets.importQuestions({ ...of, file: wrong })).rejects.toThrow(/line 2\.relevant/);
  const [first, second] = await Array.fromAsync(client.goldenSets.questions(of));
  await client.goldenSets.updateQuestion({ ...of, questionId: first?.id ?? '', relevant });
  await client.goldenSets.deleteQuestion({ ...of, questionId: second?.id ?? '' });
  const baselineId = await evaluate(client, namespaceId, of.goldenSetId);
  const evaluationId = await evaluate(client, namespaceId, of.goldenSetId);
  const results = client.evaluations.results({ namespaceId, evaluationId });
  expect(await Array.fromAsync(results)).toHaveLength(1);
  const comparison = await client.evaluations.compare({ namespaceId, evaluationId, baselineId });
  expect(comparison).toMatchObject({ isWorse: false, compared: 1 });
  expect(await Array.fromAsync(client.evaluations.list({ namespaceId }))).toHaveLength(2);
  await client.evaluations.cancel({ namespaceId, evaluationId });
  const { evaluation } = await client.evaluations.get({ namespaceId, evaluationId });
  expect(evaluation.status).toBe('COMPLETED');
  const generated = client.goldenSets.generateCandidates({ ...of, count: 1 });
  await expect(generated).rejects.toMatchObject({ code: 'CHAT_MODEL_NOT_SET' });
  await client.goldenSets.delete(of);
  const asked = client.answers.create({ namespaceId, question: 'When does the feeder open?' });
  await expect(asked).rejects.toMatchObject({ code: 'CHAT_MODEL_NOT_SET' });
}
