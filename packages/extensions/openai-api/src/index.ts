import { defineExtension } from '@docfleet/api/extension';
import { chatCompletionsRoute } from './routes/chat-completions.ts';
import { embeddingsRoute } from './routes/embeddings.ts';
import { fileRoutes } from './routes/files.ts';
import { modelRoutes } from './routes/models.ts';
import { responsesRoute } from './routes/responses.ts';
import { retrievalRoute } from './routes/retrieval.ts';
import { vectorStoreRoutes } from './routes/vector-stores.ts';

/** Adds endpoints that clients of OpenAI's API know, and the one that Dify requests external knowledge from. */
export const openAiForms = defineExtension({
  name: 'openai-forms',
  routes: [
    chatCompletionsRoute,
    responsesRoute,
    embeddingsRoute,
    ...modelRoutes,
    ...vectorStoreRoutes,
    ...fileRoutes,
    retrievalRoute,
  ],
});
