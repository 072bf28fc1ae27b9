/** A deadline that begins anew with each sign of life, beside the caller's own signal. */
export interface WaitTimeout {
  /** Aborted by the caller, or when nothing was heard for too long. */
  readonly signal: AbortSignal;
  readonly hasRunOut: boolean;
  restart(): void;
  /** Does not count until it is restarted; holds no timer meanwhile. */
  pause(): void;
}

/** Begins to wait. */
export function createWaitTimeout(milliseconds: number, caller: AbortSignal): WaitTimeout {
  const silence = new AbortController();
  const onExhausted = () => silence.abort();
  // A body that is not read does not keep the process from ending.
  const wait = () => setTimeout(onExhausted, milliseconds).unref();
  let timer = wait();
  return {
    signal: AbortSignal.any([caller, silence.signal]),
    get hasRunOut() {
      return silence.signal.aborted;
    },
    restart() {
      clearTimeout(timer);
      timer = wait();
    },
    pause: () => clearTimeout(timer),
  };
}
