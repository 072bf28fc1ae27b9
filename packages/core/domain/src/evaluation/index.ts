export {
  type ChangedQuestion,
  type Comparison,
  compareEvaluations,
  isWorse,
  listResults,
  type QuestionResult,
} from './compare.ts';
export {
  type EvaluatedAnswer,
  type EvaluationConfig,
  evaluatedAnswer,
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
  runEvaluation,
  startEvaluation,
} from './evaluations.ts';
export {
  addCandidates,
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
export { type AnswerMetrics, judgeRanking, ndcgDepth } from './metrics.ts';
export { ranksDocuments, relevantTargets } from './relevance.ts';
export {
  beginEvaluation,
  completeEvaluation,
  type EvaluationWork,
  failEvaluation,
  noteOnEvaluation,
  readEvaluationWork,
  recordResult,
} from './work.ts';
