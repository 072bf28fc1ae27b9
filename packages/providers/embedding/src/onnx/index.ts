export {
  ensureModelFiles,
  type ModelProgress,
  type ModelSource,
  modelSettings,
  modelSourceOf,
} from './model-files.ts';
export { defaultModel, type LocalModel, type LocalModelName, localModels, wordTable } from './models.ts';
export { openSentenceModel, type SentenceModel } from './sentence-model.ts';
