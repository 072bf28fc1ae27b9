import { type AnswerLimit, defaultLimit, limitAnswer } from './answer-limit.ts';

const maxRefusalBytes = 64 * 1024;

/** A vendor's answer other than 2xx. SDKs hand it on as the cause of their own errors. */
export class VendorRefusal extends Error {
  override readonly name = 'VendorRefusal';
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;

  constructor(status: number, headers: Headers, body: string) {
    super(`Answered with status ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/**
 * A fetch for vendors' clients that judges answers in one place: it throws a VendorRefusal unless the status is 2xx,
 * and it never lets a server fill the memory with an endless answer, or keep the process busy with one that is parsed for seconds.
 */
export function vendorFetch(
  fetch: typeof globalThis.fetch,
  limit: AnswerLimit = defaultLimit,
): typeof globalThis.fetch {
  return async (input, init) => {
    // The key would go along to wherever a server redirects.
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    const limited = (own: AnswerLimit) => response.body?.pipeThrough(limitAnswer(own)) ?? null;
    if (response.ok) return new Response(limited(limit), { status, headers });
    // A refusal that breaks off, or does not end, is a refusal all the same.
    const text = await new Response(limited({ ...defaultLimit, bytes: maxRefusalBytes }))
      .text()
      .catch(() => '');
    throw new VendorRefusal(status, headers, text);
  };
}

/**
 * When fetch rejects, Cohere's SDK leaves its own timer of 300 s running, which keeps a process from ending;
 * when the body does, it has cleared it. So failures are handed over as bodies.
 */
export function failingInBody(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) =>
    fetch(input, init).catch(
      (error: unknown) => new Response(new ReadableStream({ start: (body) => body.error(error) })),
    );
}
