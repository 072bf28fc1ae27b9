/** Room for the largest answer that the declared limits allow: 2,048 vectors of 3,072 floats in base64 are 34 MB. */
const maxResponseBytes = 64 * 1024 * 1024;
const longestRefusalBytes = 64 * 1024;

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

function byteLimit(limit: number) {
  let seen = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      seen += part.byteLength;
      if (seen > limit) controller.error(new Error(`The answer is longer than ${limit} bytes`));
      else controller.enqueue(part);
    },
  });
}

/**
 * A fetch for vendors' clients that judges answers in one place: it throws a VendorRefusal unless the status is 2xx,
 * and it never lets a server fill the memory with an endless answer.
 */
export function vendorFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    // The key would go along to wherever a server redirects.
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    const limited = (limit: number) => response.body?.pipeThrough(byteLimit(limit)) ?? null;
    if (response.ok) return new Response(limited(maxResponseBytes), { status, headers });
    // A refusal that breaks off, or does not end, is a refusal all the same.
    const text = await new Response(limited(longestRefusalBytes)).text().catch(() => '');
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
