import { answers } from '@docfleet/answers';
import type { Extension } from '@docfleet/api/extension';
import { estimates } from '@docfleet/estimates';
import { evaluations } from '@docfleet/evaluations';
import { openAiForms } from '@docfleet/openai-api';

/** All extensions. A fleet without one of them starts, and serves the rest. */
export const extensions: readonly Extension[] = [estimates, answers, openAiForms, evaluations];
