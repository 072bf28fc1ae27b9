/** Waits no longer than the signal allows, for work that cannot be trusted to end when it is aborted. */
export function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onExhausted = () => reject(signal.reason);
    if (signal.aborted) onExhausted();
    signal.addEventListener('abort', onExhausted, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onExhausted));
  });
}
