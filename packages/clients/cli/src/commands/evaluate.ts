import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Evaluation, EvaluationComparison, Input, MetricEstimate } from '@docfleet/sdk';
import { readInteger, readShare } from '../arguments.ts';
import { CliFailure, misuse } from '../cli-failure.ts';
import { defineCommand } from '../define-command.ts';
import type { Session } from '../session.ts';
import { openProgressBar } from '../terminal/progress.ts';
import { visibleLine } from '../terminal/table.ts';
import { weights } from './search.ts';

type Question =
  Input<'POST /v1/namespaces/{namespaceId}/golden-sets/{goldenSetId}/questions'>['questions'][number];

interface EvaluateOptions {
  readonly set?: string;
  readonly setOf?: string;
  readonly replace?: boolean;
  readonly hybrid?: number;
  readonly topK: number;
  readonly rerank?: boolean;
  readonly answers?: boolean;
  readonly minNdcg?: number;
  readonly failIfWorseThan?: string;
}

const lookAgainMs = 500;
const questionsPerRequest = 1_000;
const shownQuestions = 10;
const metricNames = { ndcg: 'nDCG@10', recall: 'recall', reciprocalRank: 'MRR', hit: 'hit' } as const;
const answerMetricNames = {
  answered: 'answered',
  faithfulness: 'faithfulness',
  referenceRecall: 'reference recall',
} as const;

/** `evaluate FILE`. */
export const addEvaluateCommand = defineCommand<string, EvaluateOptions>({
  name: 'evaluate',
  description: 'measure searches with questions whose relevant documents are known',
  argument: ['<file>', 'questions as JSON lines: {"question": …, "relevant": [{"externalId": …}]}'],
  options: [
    ['--set <name>', 'the golden set to write them into; named after the file unless given'],
    ['--set-of <namespace>', 'the namespace that has the golden set (the one that is evaluated)'],
    ['--replace', 'delete questions of the set that the file does not have'],
    [
      '--hybrid <weight>',
      'the weight of meaning, from 0 to 1, which is meaning alone; words have the rest (what suits the model)',
      readShare,
    ],
    ['-k, --top-k <number>', 'results per question', readInteger(1, 100), 10],
    ['--rerank', 'with the reranker of the namespace'],
    ['--answers', 'have the chat model answer the questions, and measure how much of it is verified'],
    ['--min-ndcg <share>', 'fail when nDCG@10 is less, from 0 to 1', readShare],
    [
      '--fail-if-worse-than <evaluation>',
      'compare with this evaluation, or with the `previous` one of the set; fail when this one is worse by more than chance explains',
    ],
  ],
  examples: [
    'docfleet evaluate questions.jsonl',
    'docfleet evaluate questions.jsonl --hybrid 0.6 --fail-if-worse-than previous',
    'docfleet evaluate questions.jsonl --namespace candidate --set-of handbook --fail-if-worse-than 01a1ffbd-24ca-7595-8759-040aaa22c139',
    'docfleet evaluate questions.jsonl --min-ndcg 0.7 --json | jq .evaluation.metrics.ndcg',
  ],
  act: evaluate,
});

/** The command `candidates SET`, which generates candidate questions for a golden set. */
export const addCandidatesCommand = defineCommand<string, { readonly count: number }>({
  name: 'candidates',
  description: 'have the chat model write candidate questions from the documents',
  argument: ['<set>', 'the golden set to add them to, by its name; created unless it exists'],
  options: [['--count <number>', 'passages that questions are written about', readInteger(1, 20), 10]],
  examples: ['docfleet candidates support --count 20'],
  act: (session, set, { count }) => generateCandidates(session, set, count),
});

async function generateCandidates(session: Session, set: string, count: number): Promise<void> {
  const { client, printer } = session;
  const namespaceId = session.namespaceId();
  const goldenSetId = await findOrCreateSet(session, namespaceId, set);
  const generated = await client.goldenSets.generateCandidates({ namespaceId, goldenSetId, count });
  if (printer.isJson) return printer.item({ goldenSetId, ...generated });
  for await (const { question } of client.goldenSets.questions({
    namespaceId,
    goldenSetId,
    status: 'CANDIDATE',
  }))
    await printer.line(visibleLine(question));
  printer.note(
    `${generated.created} candidates were added, ${generated.rejected} rejected. Accept them in the console or by the API.`,
  );
  if (generated.isCutOff) printer.note('Not all passages were read in time: run the command again for more.');
}

/** Reads the questions of a file; each line is validated by the service. */
async function readQuestions(file: string): Promise<Question[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const questions = lines.flatMap((line, index): Question[] => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line)];
    } catch (cause) {
      throw misuse(`Line ${index + 1} of ${file} is not JSON`, String(cause));
    }
  });
  if (questions.length === 0) throw misuse(`${file} has no questions`, 'Each line is a question as JSON.');
  return questions;
}

async function findOrCreateSet({ client }: Session, namespaceId: string, name: string): Promise<string> {
  for await (const set of client.goldenSets.list({ namespaceId, pageSize: 100 }))
    if (set.name === name) return set.id;
  return (await client.goldenSets.create({ namespaceId, name })).goldenSet.id;
}

/** Writes the questions in parts; only the last may delete, when all others are there. */
async function writeQuestions(
  { client }: Session,
  set: { readonly namespaceId: string; readonly goldenSetId: string },
  questions: readonly Question[],
  replace: boolean,
) {
  if (replace && questions.length > questionsPerRequest)
    throw misuse('--replace takes up to 1,000 questions', 'Delete the set and evaluate again.');
  for (let start = 0; start < questions.length; start += questionsPerRequest) {
    const part = questions.slice(start, start + questionsPerRequest);
    await client.goldenSets.writeQuestions({ ...set, questions: part, replace });
  }
}

async function findBaseline(session: Session, goldenSetId: string, wanted: string): Promise<string> {
  if (wanted !== 'previous') return wanted;
  const list = { namespaceId: session.namespaceId(), goldenSetId };
  for await (const { id, status } of session.client.evaluations.list(list))
    if (status === 'COMPLETED') return id;
  throw misuse('The set has no complete evaluation yet', 'Evaluate once without --fail-if-worse-than.');
}

async function waitForEnd(session: Session, started: Evaluation): Promise<Evaluation> {
  const bar = openProgressBar(session.terminal, session.environment.isColorless);
  const place = { namespaceId: session.namespaceId(), evaluationId: started.id };
  let evaluation = started;
  while (evaluation.status === 'QUEUED' || evaluation.status === 'RUNNING') {
    const { searchedCount: done, questionCount: total } = evaluation;
    bar.show({ done, total, text: `${done} of ${total} questions` });
    await sleep(lookAgainMs, undefined, { signal: session.signal });
    ({ evaluation } = await session.client.evaluations.get(place));
  }
  bar.clear();
  return evaluation;
}

const number = (value: number) => value.toFixed(3);
const signed = (value: number) => `${value > 0 ? '+' : ''}${number(value)}`;

interface MetricRow {
  readonly label: string;
  readonly estimate: MetricEstimate;
  readonly change: MetricEstimate | null | undefined;
}

/** The metrics that an evaluation has, each with its change where it is compared. */
function rowsOf(
  metrics: NonNullable<Evaluation['metrics']>,
  comparison: EvaluationComparison | undefined,
): MetricRow[] {
  const found = (Object.keys(metricNames) as (keyof typeof metricNames)[]).map((name) => ({
    label: metricNames[name],
    estimate: metrics[name],
    change: comparison?.differences?.[name],
  }));
  const answers = (Object.keys(answerMetricNames) as (keyof typeof answerMetricNames)[]).flatMap((name) => {
    const estimate = metrics.answers?.[name];
    const label = answerMetricNames[name];
    return estimate ? [{ label, estimate, change: comparison?.answers?.[name] }] : [];
  });
  return [...found, ...answers];
}

async function showMetrics(
  { printer }: Session,
  { metrics, notice }: Evaluation,
  comparison: EvaluationComparison | undefined,
) {
  if (!metrics) return;
  await printer.list(
    rowsOf(metrics, comparison),
    {
      METRIC: ({ label }) => label,
      VALUE: ({ estimate }) => number(estimate.value),
      '95 %': ({ estimate: { low, high } }) => `${number(low)} to ${number(high)}`,
      ...(comparison?.differences && {
        CHANGE: ({ change }) => (change ? signed(change.value) : ''),
        '95 % OF CHANGE': ({ change }) => (change ? `${signed(change.low)} to ${signed(change.high)}` : ''),
      }),
    },
    'No metrics.',
  );
  if (metrics.missingTargets > 0)
    printer.note(`${metrics.missingTargets} relevant documents of the set are not in the namespace.`);
  if (notice) printer.note(notice);
  if (!comparison) return;
  const { improved, worsened, compared, changed } = comparison;
  await printer.line(`${improved} of ${compared} questions improved, ${worsened} got worse.`);
  for (const { question, baseline, candidate } of changed.slice(0, shownQuestions))
    await printer.line(`  ${number(baseline.ndcg)} → ${number(candidate.ndcg)}  ${visibleLine(question)}`);
}

/** Fails the command if the evaluation misses one of the required thresholds. */
function judge(
  { metrics }: Evaluation,
  options: EvaluateOptions,
  comparison: EvaluationComparison | undefined,
) {
  const { minNdcg } = options;
  if (minNdcg !== undefined && metrics && metrics.ndcg.value < minNdcg)
    throw new CliFailure(`nDCG@10 is ${number(metrics.ndcg.value)}, less than ${minNdcg}`);
  if (comparison && comparison.compared === 0)
    throw new CliFailure('The evaluations have no question in common, so that nothing was compared');
  if (comparison?.isWorse)
    throw new CliFailure('The evaluation is worse than the one before by more than chance explains');
}

async function evaluate(session: Session, file: string, options: EvaluateOptions): Promise<void> {
  const { client, printer } = session;
  const namespaceId = session.namespaceId();
  const { set = basename(file, extname(file)), hybrid, topK, rerank, failIfWorseThan } = options;
  const questions = await readQuestions(file);
  const setOf = options.setOf ?? namespaceId;
  const goldenSetId = await findOrCreateSet(session, setOf, set);
  await writeQuestions(session, { namespaceId: setOf, goldenSetId }, questions, options.replace ?? false);
  const baselineId =
    failIfWorseThan === undefined ? undefined : await findBaseline(session, goldenSetId, failIfWorseThan);
  const config = {
    topK,
    ...(hybrid !== undefined && { hybridConfig: weights(hybrid) }),
    ...(rerank && { rerank: {} }),
    ...(options.answers && { answers: {} }),
  };
  const started = await client.evaluations.create({ namespaceId, goldenSetId, config });
  const evaluation = await waitForEnd(session, started.evaluation);
  if (evaluation.status !== 'COMPLETED')
    throw new CliFailure(
      `The evaluation is ${evaluation.status}${evaluation.error ? `: ${evaluation.error}` : ''}`,
    );
  const comparison =
    baselineId === undefined
      ? undefined
      : await client.evaluations.compare({ namespaceId, evaluationId: evaluation.id, baselineId });
  if (printer.isJson) await printer.item({ evaluation, ...(comparison && { comparison }) });
  else await showMetrics(session, evaluation, comparison);
  judge(evaluation, options, comparison);
}
