import { defineExtension } from '../extension.ts';
import { generateCandidatesRoute } from './routes/candidates.ts';
import { evaluationRoutes } from './routes/evaluations.ts';
import { goldenSetRoutes } from './routes/golden-sets.ts';
import { importQuestionsRoute } from './routes/import-questions.ts';
import { goldenQuestionRoutes } from './routes/questions.ts';
import { startEvaluations } from './run-evaluation.ts';

/** Golden sets, and how well searches and answers do on them. */
export const evaluations = defineExtension({
  name: 'evaluations',
  routes: [
    ...goldenSetRoutes,
    ...goldenQuestionRoutes,
    importQuestionsRoute,
    generateCandidatesRoute,
    ...evaluationRoutes,
  ],
  start: startEvaluations,
});
