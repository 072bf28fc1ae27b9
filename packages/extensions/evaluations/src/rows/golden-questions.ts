import { createHash } from 'node:crypto';
import type {
  Database,
  DatabaseSession,
  GoldenQuestionModel,
  GoldenQuestionStatus,
} from '@docfleet/database';
import { createId, isId } from '@docfleet/domain/database';
import type { Page } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { type RelevantTarget, relevantTargets } from './metrics.ts';

/** A question of a golden set. */
export interface GoldenQuestion extends Omit<GoldenQuestionModel, 'relevant' | 'questionHash'> {
  readonly relevant: readonly RelevantTarget[];
}

/** A question as it is written into a set. */
export interface QuestionToWrite {
  readonly question: string;
  readonly relevant: readonly RelevantTarget[];
  readonly referenceAnswer: string | null;
  readonly status: GoldenQuestionStatus;
}

const toQuestion = ({ questionHash: _, relevant, ...row }: GoldenQuestionModel): GoldenQuestion => ({
  ...row,
  relevant: relevantTargets.parse(relevant),
});

const hashOf = (question: string) => createHash('sha256').update(question).digest();

const lockSet = (session: DatabaseSession, goldenSetId: string) =>
  session.$queryRaw<unknown[]>`SELECT 1 FROM golden_sets WHERE id = ${goldenSetId}::uuid FOR UPDATE`;

async function requireRoom(session: DatabaseSession, goldenSetId: string): Promise<void> {
  const maxQuestions = limits.questionsPerGoldenSet;
  if ((await session.goldenQuestion.count({ where: { goldenSetId } })) > maxQuestions)
    throw new AppError('ORGANIZATION_LIMIT_REACHED', `A golden set can have ${maxQuestions} questions`);
}

/**
 * Writes questions into a set: one that it has already, word for word, is replaced and keeps its id. With `replace`, the others are deleted.
 * Returns how many the set had and how many are new; undefined when the set was deleted meanwhile.
 */
export async function writeQuestions(
  database: Database,
  goldenSetId: string,
  questions: readonly QuestionToWrite[],
  replace: boolean,
): Promise<{ created: number; updated: number; deleted: number } | undefined> {
  const rows = [...new Map(questions.map((one) => [one.question, one])).values()].map((one) => ({
    ...one,
    id: createId(),
    hash: hashOf(one.question),
  }));
  return database.$transaction(async (session) => {
    if ((await lockSet(session, goldenSetId)).length === 0) return undefined;
    const hashes = rows.map(({ hash }) => hash);
    const deleted = replace
      ? await session.goldenQuestion.deleteMany({ where: { goldenSetId, questionHash: { notIn: hashes } } })
      : { count: 0 };
    const before = await session.goldenQuestion.count({
      where: { goldenSetId, questionHash: { in: hashes } },
    });
    await session.$executeRaw`
      INSERT INTO golden_questions (id, "goldenSetId", status, question, "questionHash", relevant, "referenceAnswer")
      SELECT written.id, ${goldenSetId}::uuid, written.status::"GoldenQuestionStatus", written.question, sha256(convert_to(written.question, 'UTF8')),
        written.relevant, written.answer
      FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ status }) => status)}::text[],
        ${rows.map(({ question }) => question)}::text[],
        ${rows.map(({ relevant }) => JSON.stringify(relevant))}::jsonb[],
        ${rows.map(({ referenceAnswer }) => referenceAnswer)}::text[]) AS written(id, status, question, relevant, answer)
      ON CONFLICT ("goldenSetId", "questionHash") DO UPDATE SET status = excluded.status, relevant = excluded.relevant,
        "referenceAnswer" = excluded."referenceAnswer", "updatedAt" = now()`;
    await requireRoom(session, goldenSetId);
    await session.goldenSet.update({ where: { id: goldenSetId }, data: { updatedAt: new Date() } });
    return { created: rows.length - before, updated: before, deleted: deleted.count };
  });
}

/** Adds candidates to a set, which keeps its questions unchanged; returns the number of new ones. */
export async function addCandidates(
  database: Database,
  goldenSetId: string,
  candidates: readonly QuestionToWrite[],
): Promise<number> {
  return database.$transaction(async (session) => {
    if ((await lockSet(session, goldenSetId)).length === 0) return 0;
    const { count } = await session.goldenQuestion.createMany({
      data: candidates.map(({ relevant, ...candidate }) => ({
        ...candidate,
        id: createId(),
        goldenSetId,
        status: 'CANDIDATE',
        questionHash: hashOf(candidate.question),
        relevant: [...relevant],
      })),
      skipDuplicates: true,
    });
    await requireRoom(session, goldenSetId);
    return count;
  });
}

/** Lists questions of a set in the order in which they were added, one more than the page size when there is a next page. */
export async function listQuestions(
  database: Database,
  { goldenSetId, status }: { goldenSetId: string; status?: GoldenQuestionStatus | undefined },
  page: Page,
): Promise<GoldenQuestion[]> {
  const rows = await database.goldenQuestion.findMany({
    where: { goldenSetId, ...(status && { status }), ...(page.after && { id: { gt: page.after } }) },
    orderBy: { id: 'asc' },
    take: page.size + 1,
  });
  return rows.map(toQuestion);
}

/** Changes a question of a set; undefined when the set has none of this id. */
export async function updateQuestion(
  database: Database,
  { goldenSetId, questionId }: { goldenSetId: string; questionId: string },
  { relevant, ...changes }: Partial<Omit<QuestionToWrite, 'question'>>,
): Promise<GoldenQuestion | undefined> {
  if (!isId(questionId)) return undefined;
  const [row] = await database.goldenQuestion.updateManyAndReturn({
    where: { id: questionId, goldenSetId },
    data: { ...changes, ...(relevant && { relevant: [...relevant] }) },
  });
  return row && toQuestion(row);
}

/** Deletes a question of a set; returns whether the set had it. */
export async function deleteQuestion(
  database: Database,
  { goldenSetId, questionId }: { goldenSetId: string; questionId: string },
): Promise<boolean> {
  if (!isId(questionId)) return false;
  const { count } = await database.goldenQuestion.deleteMany({ where: { id: questionId, goldenSetId } });
  return count > 0;
}
