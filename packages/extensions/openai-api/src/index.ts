import { defineExtension } from '@docfleet/api/extension';
import { chatCompletionsRoute } from './routes/chat-completions.ts';
import { vectorStoreRoutes } from './routes/vector-stores.ts';

/** Answers and searches in the form of OpenAI's API. */
export const openAiForms = defineExtension({
  name: 'openai-forms',
  routes: [chatCompletionsRoute, ...vectorStoreRoutes],
});
