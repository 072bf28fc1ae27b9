export {
  type ChangedQuestion,
  type Comparison,
  compareEvaluations,
  isWorse,
  listResults,
  type QuestionResult,
} from './compare.ts';
export {
  type EvaluationConfig,
  evaluationConfig,
  evaluationMetrics,
  type RankedResult,
  rankedResult,
} from './config.ts';
export {
  cancelEvaluation,
  type Evaluation,
  findEvaluation,
  findOpenEvaluations,
  listEvaluations,
  startEvaluation,
} from './evaluations.ts';
export {
  deleteQuestion,
  type GoldenQuestion,
  listQuestions,
  type QuestionToWrite,
  updateQuestion,
  writeQuestions,
} from './golden-questions.ts';
export {
  createGoldenSet,
  deleteGoldenSet,
  type EvaluationOwner,
  findGoldenSet,
  type GoldenSet,
  listGoldenSets,
  updateGoldenSet,
} from './golden-sets.ts';
export { judgeRanking, ndcgDepth } from './metrics.ts';
export { ranksDocuments, relevantTargets } from './relevance.ts';
export {
  beginEvaluation,
  completeEvaluation,
  type EvaluationWork,
  failEvaluation,
  readEvaluationWork,
  recordResult,
} from './work.ts';
