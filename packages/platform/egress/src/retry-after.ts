/** No server parks our work for longer than this with one header. */
const maxWaitMs = 3_600_000;

const within = (milliseconds: number) => Math.min(Math.max(0, Math.ceil(milliseconds)), maxWaitMs);

/**
 * Returns the delay that a server requests, in milliseconds, at most an hour; undefined when it requests none. Reads `retry-after-ms`
 * (OpenAI) and `retry-after` in seconds or as an HTTP date (RFC 9110, 10.2.3).
 */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const number = (name: string) => {
    const value = headers.get(name)?.trim();
    return value && /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
  };
  const milliseconds = number('retry-after-ms');
  if (milliseconds !== undefined) return within(milliseconds);
  const seconds = number('retry-after');
  if (seconds !== undefined) return within(seconds * 1_000);
  const date = Date.parse(headers.get('retry-after') ?? '');
  return Number.isNaN(date) ? undefined : within(date - now);
}

/** A moment or a span in the forms in which servers name the end of a window: seconds, a Unix time, ISO 8601. */
function untilReset(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(value)) {
    const date = Date.parse(value);
    return Number.isNaN(date) ? undefined : date - now;
  }
  const number = Number(value);
  if (number > 1e12) return number - now;
  return number > 1e9 ? number * 1_000 - now : number * 1_000;
}

/** A parameter of `RateLimit`: `"default";r=0;t=30` of today's draft, `limit=100, remaining=0, reset=30` of earlier ones. */
const parameterOf = (header: string, names: string) =>
  new RegExp(`(?:^|[;,\\s])(?:${names})=(\\d+)`).exec(header)?.[1];

/**
 * Milliseconds until a server accepts requests again, as its rate limit headers have it, at most an hour; undefined while it has requests
 * left, and when it does not say. Reads `RateLimit` (draft-ietf-httpapi-ratelimit-headers), `RateLimit-Remaining` and
 * `X-RateLimit-Remaining` with their `-Reset`.
 */
export function exhaustedForMs(headers: Headers, now = Date.now()): number | undefined {
  const combined = headers.get('ratelimit') ?? '';
  const windows = [
    [parameterOf(combined, 'r|remaining'), parameterOf(combined, 't|reset')],
    ...['ratelimit', 'x-ratelimit'].map((name) => [
      headers.get(`${name}-remaining`)?.trim(),
      headers.get(`${name}-reset`)?.trim(),
    ]),
  ] as const;
  const waits = windows.flatMap(([remaining, reset]) =>
    remaining !== undefined && Number(remaining) <= 0 ? (untilReset(reset, now) ?? []) : [],
  );
  const longest = Math.max(...waits);
  return longest > 0 ? within(longest) : undefined;
}
