import { styleText } from 'node:util';
import type { Cli } from './cli.ts';
import type { Explanation } from './explain-error.ts';
import { visibleJson, visibleLine } from './terminal/visible-text.ts';

/** Says what went wrong, why, and what to do; as one line of JSON with --json. */
export function showError(
  { terminal: { errors }, environment }: Pick<Cli, 'terminal' | 'environment'>,
  { exitCode: _, ...explanation }: Explanation,
  { json, color }: { json: boolean | undefined; color: boolean },
): void {
  if (json) return void errors.write(`${visibleJson({ error: explanation })}\n`);
  const { message, details, advice, requestId } = explanation;
  if (explanation.code === 'INTERRUPTED') return void errors.write(`${message}\n`);
  const isColored = Boolean(errors.isTTY) && color && !environment.isColorless;
  const mark = isColored ? styleText('red', '✗', { validateStream: false }) : '✗';
  const lines = [
    `${mark} ${visibleLine(message)}`,
    ...details.map((detail) => `  ${visibleLine(detail)}`),
    ...(advice === undefined ? [] : [`  ${visibleLine(advice)}`]),
    ...(requestId === undefined ? [] : [`  Request ${visibleLine(requestId)}`]),
  ];
  errors.write(`${lines.join('\n')}\n`);
}
