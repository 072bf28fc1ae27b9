/** What must answer for a process to do its work, by name; each rejects while it does not. */
export type Readiness = Readonly<Record<string, () => Promise<unknown>>>;

const deadlineMs = 2_000;

async function responses(check: () => Promise<unknown>): Promise<boolean> {
  const signal = AbortSignal.timeout(deadlineMs);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return await Promise.race([check(), late]).then(
    () => true,
    () => false,
  );
}

/** Checks all dependencies at once with a timeout of two seconds; reports which responded, never why not. */
export async function checkReadiness(readiness: Readiness) {
  const names = Object.keys(readiness);
  const answered = await Promise.all(Object.values(readiness).map(responses));
  const checks = Object.fromEntries(names.map((name, index) => [name, answered[index] ? 'ok' : 'failing']));
  const ready = answered.every(Boolean);
  return { ready, body: { status: ready ? 'ok' : 'failing', checks } };
}
