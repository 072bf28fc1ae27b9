import type { Egress } from '@docfleet/egress';
import { type AnswerLimit, type RefusalFields, vendorFetch } from '@docfleet/provider';
import type OpenAI from 'openai';
import type { RefusalSubject } from '../vendor-error.ts';

const publicUrl = 'https://api.openai.com/v1';

interface OpenAiContext {
  readonly egress: Pick<Egress, 'fetch'>;
  readonly endpoints?: { readonly openai?: string };
}

interface OpenAiAccess {
  readonly apiKey: string;
  /** Address of a compatible server; unset: OpenAI itself. */
  readonly baseUrl?: string | undefined;
}

// https://platform.openai.com/docs/guides/error-codes
const subjectOfCode: Readonly<Record<string, RefusalSubject>> = {
  invalid_api_key: 'key',
  insufficient_quota: 'credit',
  billing_hard_limit_reached: 'credit',
  model_not_found: 'missing',
};

/** Creates a function that returns the cause of a refusal by OpenAI or a compatible server; undefined: the status decides. */
export const openAiSubject =
  ({ baseUrl }: Pick<OpenAiAccess, 'baseUrl'>) =>
  ({ status, code, sentence }: RefusalFields): RefusalSubject | undefined => {
    if (code && Object.hasOwn(subjectOfCode, code)) return subjectOfCode[code];
    // More tokens than the account may send in a minute: no waiting helps, fewer texts do.
    if (status === 429 && /\brequest too large\b/i.test(sentence ?? '')) return 'request';
    // A compatible server that knows the path says in words what it has not got.
    if (baseUrl !== undefined && (status === 405 || (status === 404 && !sentence))) return 'address';
    return undefined;
  };

/** Opens the SDK's client at its first use, as only those pay for the SDK who use it; the SDK does not retry. `options.limit` is that of its answers. */
export function openAiClient(
  { apiKey, baseUrl }: OpenAiAccess,
  { egress, endpoints }: OpenAiContext,
  options: { readonly limit?: AnswerLimit } = {},
): () => Promise<OpenAI> {
  let client: OpenAI | undefined;
  return async () => {
    const { OpenAI } = await import('openai');
    client ??= new OpenAI({
      apiKey,
      baseURL: baseUrl ?? endpoints?.openai ?? publicUrl,
      fetch: vendorFetch(egress.fetch, options),
      maxRetries: 0,
      logLevel: 'off',
      // Otherwise the SDK takes them from the operator's environment and sends them along with a tenant's key.
      organization: null,
      project: null,
    });
    return client;
  };
}
