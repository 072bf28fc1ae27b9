/** No server parks our work for longer than this with one header. */
const longestWaitMs = 3_600_000;

const within = (milliseconds: number) => Math.min(Math.max(0, Math.ceil(milliseconds)), longestWaitMs);

/**
 * How long a server asks to wait, in milliseconds, at most an hour; undefined when it does not say.
 * Reads `retry-after-ms` (OpenAI) and `retry-after` in seconds or as an HTTP date (RFC 9110, 10.2.3).
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
