/** Result of a check whose service works in part only: a word for its state, such as `read-only`. */
interface Impaired {
  readonly impaired: string;
}

/**
 * Readiness checks by the name of their service: each rejects while the process cannot work without it, and resolves with {@link Impaired}
 * while only a part of the work has to wait.
 */
export type Readiness = Readonly<Record<string, () => Promise<unknown>>>;

const deadlineMs = 2_000;

const isImpaired = (answer: unknown): answer is Impaired =>
  typeof answer === 'object' && answer !== null && 'impaired' in answer;

/** Returns `ok`, the word of an impairment, or `failing`. */
async function stateOf(check: () => Promise<unknown>): Promise<string> {
  const signal = AbortSignal.timeout(deadlineMs);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return await Promise.race([check(), late]).then(
    (answer) => (isImpaired(answer) ? answer.impaired : 'ok'),
    () => 'failing',
  );
}

/**
 * Checks all dependencies at once with a timeout of two seconds; reports the state of each without the reason. An impaired process
 * counts as ready: without its load balancer it could not serve the requests that still work.
 */
export async function checkReadiness(readiness: Readiness) {
  const names = Object.keys(readiness);
  const states = await Promise.all(Object.values(readiness).map(stateOf));
  const checks = Object.fromEntries(names.map((name, index) => [name, states[index] ?? 'failing']));
  const ready = !states.includes('failing');
  const whole = states.every((state) => state === 'ok');
  return { ready, body: { status: whole ? 'ok' : ready ? 'degraded' : 'failing', checks } };
}
