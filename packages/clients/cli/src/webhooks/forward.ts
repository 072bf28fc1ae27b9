import { isNativeError } from 'node:util/types';
import type { ReceivedRequest } from './receiver.ts';

/** Response of the application to a forwarded event; the status is null if the application did not respond. */
export interface Forwarded {
  readonly status: number | null;
  readonly error: string | null;
}

/** The service waits no longer than ten seconds for an answer. */
const deadlineMs = 9_000;
const kept = /^(content-type|user-agent|webhook-|x-service-)/;

/** Sends a delivery on to an application as it came, so that it can verify it, too. Its redirects are its answer. */
export async function forward(
  url: string,
  { headers, body }: ReceivedRequest,
  signal: AbortSignal,
): Promise<Forwarded> {
  const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    kept.test(name) && typeof value === 'string' ? [[name, value]] : [],
  );
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: passed,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    const { cause, message } = error as Error;
    return { status: null, error: isNativeError(cause) && cause.message ? cause.message : message };
  }
}
