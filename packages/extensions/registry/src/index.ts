import { answers } from '@docfleet/answers';
import type { Extension } from '@docfleet/api/extension';
import { evaluations } from '@docfleet/evaluations';
import { openAiForms } from '@docfleet/openai-api';

/** All extensions. A fleet without one of them starts, and serves the rest. */
export const extensions: readonly Extension[] = [answers, openAiForms, evaluations];
