import type { Egress } from '@docfleet/egress';
import type { CohereClientV2 } from 'cohere-ai';
import type { AnswerLimit } from '../answer-limit.ts';
import type { RefusalNote } from '../refusal.ts';
import { failingInBody, vendorFetch } from '../vendor-fetch.ts';

const publicUrl = 'https://api.cohere.com';

interface CohereContext {
  readonly egress: Pick<Egress, 'fetch'>;
  readonly endpoints?: { readonly cohere?: string };
}

/**
 * Returns the cause of a refusal by Cohere, which sends sentences and no codes (https://docs.cohere.com/reference/errors); undefined: the
 * status decides.
 */
export function cohereSubject({ status, sentence = '' }: RefusalNote) {
  if (status === 429 && sentence.includes('calls / month')) return 'credit';
  if (status === 400 && /^(?:invalid request: )?(?:model|invalid model)\b/i.test(sentence)) return 'model';
  return undefined;
}

/** Opens the SDK's client at its first use, as only those pay for the SDK who use it; the SDK does not retry. `limit` is that of its answers. */
export function cohereClient(
  token: string,
  { egress, endpoints }: CohereContext,
  limit?: AnswerLimit,
): () => Promise<CohereClientV2> {
  let client: CohereClientV2 | undefined;
  return async () => {
    const { CohereClientV2 } = await import('cohere-ai');
    client ??= new CohereClientV2({
      token,
      baseUrl: endpoints?.cohere ?? publicUrl,
      fetch: failingInBody(vendorFetch(egress.fetch, limit)),
      maxRetries: 0,
    });
    return client;
  };
}
