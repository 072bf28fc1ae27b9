import type { Scope } from '@docfleet/runtime/service';
import type { GatewayContext } from '../http/context.ts';
import { answers } from './answers/extension.ts';
import { evaluations } from './evaluations/extension.ts';
import type { Extension } from './extension.ts';
import { openAiForms } from './openai-forms/extension.ts';

/** All extensions. A fleet without one of them starts, and serves the rest. */
export const extensions: readonly Extension[] = [answers, openAiForms, evaluations];

/** Starts the workers of all extensions. */
export function startExtensions(scope: Scope, context: GatewayContext): void {
  for (const extension of extensions) extension.start?.(scope, context);
}
