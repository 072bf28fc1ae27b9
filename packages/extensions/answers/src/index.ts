import { defineExtension } from '@docfleet/api/extension';
import { createAnswerRoute } from './routes/create.ts';

/** Answers of a chat model from what a search finds, with verified citations. */
export const answers = defineExtension({ name: 'answers', routes: [createAnswerRoute] });
