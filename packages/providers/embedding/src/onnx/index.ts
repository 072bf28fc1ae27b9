export { defaultModel, wordTable } from './default-model.ts';
export {
  ensureModelFiles,
  type ModelProgress,
  type ModelSource,
  modelSettings,
  modelSourceOf,
} from './model-files.ts';
export { type LocalModel, type LocalModelName, localModels } from './models.ts';
export { openSentenceModel, type SentenceModel } from './sentence-model.ts';
