import { createInterface } from 'node:readline/promises';
import { CliFailure, Interrupted, misuse } from '../cli-failure.ts';
import type { Terminal } from '../environment.ts';

const keys = { end: '\u0004', interrupt: '\u0003', clear: '\u0015', enter: /[\r\n]/, erase: /[\b\u007f]/ };

/** Whether a user can be asked. */
export const canAsk = ({ input, errors }: Terminal): boolean => Boolean(input.isTTY && errors.isTTY);

/** Asks for a line; an empty one returns the default. */
export async function ask(
  terminal: Terminal,
  question: string,
  { usual, signal }: { usual: string; signal: AbortSignal },
): Promise<string> {
  const lines = createInterface({ input: terminal.input, output: terminal.errors });
  // Its raw mode hands Ctrl-C to it alone, and no signal is sent.
  const interrupted = new AbortController();
  lines.once('SIGINT', () => interrupted.abort());
  lines.once('close', () => interrupted.abort());
  try {
    const answer = await lines.question(question, { signal: AbortSignal.any([signal, interrupted.signal]) });
    return answer.trim() || usual;
  } catch (cause) {
    throw new Interrupted('Interrupted', { cause });
  } finally {
    lines.close();
  }
}

/** Asks for yes; refuses without a terminal and without `--yes`. */
export async function confirm(
  terminal: Terminal,
  question: string,
  { yes, signal }: { yes: boolean | undefined; signal: AbortSignal },
): Promise<void> {
  if (yes) return;
  if (!canAsk(terminal))
    throw misuse('This cannot be confirmed: it is not a terminal', 'Pass --yes to skip the confirmation.');
  const answer = await ask(terminal, `${question} [y/N] `, { usual: 'n', signal });
  if (!/^y(es)?$/i.test(answer)) throw new CliFailure('Nothing was changed');
}

/** Asks for a line that is not shown while it is typed or pasted. */
export async function askSecretly({ input, errors }: Terminal, question: string): Promise<string> {
  errors.write(question);
  input.setRawMode?.(true);
  try {
    let typed = '';
    for await (const chunk of input.iterator({ destroyOnReturn: false })) {
      for (const character of String(chunk)) {
        if (character === keys.interrupt || character === keys.end) throw new Interrupted('Interrupted');
        if (keys.enter.test(character)) return typed.trim();
        if (character === keys.clear) typed = '';
        else typed = keys.erase.test(character) ? typed.slice(0, -1) : typed + character;
      }
    }
    return typed.trim();
  } finally {
    input.setRawMode?.(false);
    input.pause();
    errors.write('\n');
  }
}

/** Maximum length of a key or a configuration from standard input. */
const maxInputLength = 1_000_000;

/** Everything that is piped in, as text. */
export async function readAll({ input }: Terminal): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of input) {
    parts.push(Buffer.from(part));
    length += parts.at(-1)?.length ?? 0;
    if (length > maxInputLength)
      throw misuse('The input is too long', `At most ${maxInputLength} bytes are read.`);
  }
  return Buffer.concat(parts).toString('utf8');
}
