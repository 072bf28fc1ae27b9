import type { Egress } from '@docfleet/egress';
import { type AnswerLimit, type RefusalFields, vendorFetch } from '@docfleet/provider';
import type { CohereClientV2 } from 'cohere-ai';

const publicUrl = 'https://api.cohere.com';

interface CohereContext {
  readonly egress: Pick<Egress, 'fetch'>;
  readonly endpoints?: { readonly cohere?: string };
}

/**
 * Returns the cause of a refusal by Cohere, which sends sentences and no codes (https://docs.cohere.com/reference/errors); undefined: the
 * status decides.
 */
export function cohereSubject({ status, sentence = '' }: RefusalFields) {
  if (status === 429 && sentence.includes('calls / month')) return 'credit';
  if (status === 400 && /^(?:invalid request: )?(?:model|invalid model)\b/i.test(sentence)) return 'missing';
  return undefined;
}

/**
 * When fetch rejects, Cohere's SDK leaves its own timer of 300 s running, which keeps a process from ending;
 * when the body does, it has cleared it. So failures are handed over as bodies.
 */
const failingInBody =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) =>
    fetch(input, init).catch(
      (error: unknown) => new Response(new ReadableStream({ start: (body) => body.error(error) })),
    );

/** Opens the SDK's client at its first use, as only those pay for the SDK who use it; the SDK does not retry. `options.limit` is that of its answers. */
export function cohereClient(
  token: string,
  { egress, endpoints }: CohereContext,
  options: { readonly limit?: AnswerLimit } = {},
): () => Promise<CohereClientV2> {
  let client: CohereClientV2 | undefined;
  return async () => {
    const { CohereClientV2 } = await import('cohere-ai');
    client ??= new CohereClientV2({
      token,
      baseUrl: endpoints?.cohere ?? publicUrl,
      fetch: failingInBody(vendorFetch(egress.fetch, options)),
      maxRetries: 0,
    });
    return client;
  };
}
