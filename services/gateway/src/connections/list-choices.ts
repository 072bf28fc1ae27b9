import type { Choice } from '@docfleet/connectors';
import type { Connection } from '@docfleet/domain/connection';
import type { GatewayContext } from '../http/context.ts';
import { observeVendor } from './observe-vendor.ts';
import { openAccount } from './open-account.ts';
import { problemOf, type VendorProblem } from './vendor-problem.ts';

const timeoutMs = 20_000;
const maxChoices = 1_000;

interface Choices {
  /** Choices in the vendor's order. */
  readonly choices: readonly Choice[];
  /** Whether all choices are listed; false when the account has more. */
  readonly isComplete: boolean;
  readonly problem: VendorProblem | null;
}

async function readChoices(offered: AsyncIterable<Choice>): Promise<Choices> {
  const choices: Choice[] = [];
  for await (const choice of offered) {
    if (choices.length === maxChoices) return { choices, isComplete: false, problem: null };
    choices.push(choice);
  }
  return { choices, isComplete: true, problem: null };
}

/** Lists the parts of an account that can be selected by name; an empty list where the vendor has a picker. */
export async function listChoices(
  context: GatewayContext,
  connection: Connection,
  callerGone: AbortSignal,
): Promise<Choices> {
  const signal = AbortSignal.any([callerGone, AbortSignal.timeout(timeoutMs)]);
  const offered = openAccount(context, connection).choices?.(signal);
  if (!offered) return { choices: [], isComplete: true, problem: null };
  try {
    return await observeVendor(context, connection.connector)('listChoices', () => readChoices(offered));
  } catch (cause) {
    return { choices: [], isComplete: false, problem: problemOf(cause) };
  }
}
