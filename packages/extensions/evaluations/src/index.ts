import { defineExtension, defineJob } from '@docfleet/api/extension';
import { generateCandidatesRoute } from './routes/candidates.ts';
import { evaluationRoutes } from './routes/evaluations.ts';
import { goldenSetRoutes } from './routes/golden-sets.ts';
import { importQuestionsRoute } from './routes/import-questions.ts';
import { goldenQuestionRoutes } from './routes/questions.ts';
import { findOpenEvaluations, runEvaluation } from './rows/evaluations.ts';
import { runEvaluationHandler } from './run-evaluation.ts';

/** Few enough to leave room for documents; each searches several questions side by side. */
const evaluationsAtOnce = 2;
const reconcileEveryMs = 15_000;

/** Golden sets, and how well searches and answers do on them. */
export const evaluations = defineExtension({
  name: 'evaluations',
  tables: ['golden_sets', 'golden_questions', 'evaluations', 'evaluation_results'],
  routes: [
    ...goldenSetRoutes,
    ...goldenQuestionRoutes,
    importQuestionsRoute,
    generateCandidatesRoute,
    ...evaluationRoutes,
  ],
  jobs: {
    embedder: [defineJob(runEvaluation, { concurrency: evaluationsAtOnce, handler: runEvaluationHandler })],
  },
  tasks: ({ database, producer }) => [
    {
      name: 'reconcile-evaluations',
      everyMs: reconcileEveryMs,
      run: async () => producer.add(await findOpenEvaluations(database)),
    },
  ],
});
