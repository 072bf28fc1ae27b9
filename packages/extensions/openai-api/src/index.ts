import { defineExtension } from '@docfleet/api/extension';
import { chatCompletionsRoute } from './routes/chat-completions.ts';
import { vectorStoreRoutes } from './routes/vector-stores.ts';

/** Adds endpoints compatible with OpenAI's API: chat completions, and search of vector stores. */
export const openAiForms = defineExtension({
  name: 'openai-forms',
  routes: [chatCompletionsRoute, ...vectorStoreRoutes],
});
