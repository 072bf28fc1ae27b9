import { z } from 'zod';
import type { VendorRefusal } from './vendor-fetch.ts';

/** Cause of a refusal, which decides which setting the user has to correct. */
export type RefusalSubject = 'key' | 'credit' | 'model' | 'address' | 'request' | 'rate' | 'vendor';

/** Fields read from the body of a refusal. */
export interface RefusalNote {
  readonly status: number;
  /** The vendor's machine-readable name of the error. */
  readonly code: string | undefined;
  /** The vendor's own words; undefined when the body is empty, HTML, or of an unknown form. */
  readonly sentence: string | undefined;
}

// The forms in use, of which Gemini sends the first as the only item of a list: OpenAI `{ error: { message, code } }`, text-embeddings-inference `{ error, error_type }`,
// Cohere `{ message }`, Jina and other FastAPI servers `{ detail }` or `{ detail: [{ msg }] }`.
const message = z.looseObject({ message: z.string(), code: z.string().nullish().catch(undefined) });
const refusalBody = z.union([
  z
    .object({ error: message })
    .transform(({ error }) => ({ sentence: error.message, code: error.code ?? undefined })),
  message.transform((body) => ({ sentence: body.message, code: body.code ?? undefined })),
  z
    .object({ error: z.string(), error_type: z.string().nullish() })
    .transform(({ error, error_type }) => ({ sentence: error, code: error_type ?? undefined })),
  z
    .object({ detail: message })
    .transform(({ detail }) => ({ sentence: detail.message, code: detail.code ?? undefined })),
  z
    .object({ detail: z.string(), code: z.string().nullish() })
    .transform(({ detail, code }) => ({ sentence: detail, code: code ?? undefined })),
  z
    .object({ detail: z.array(z.looseObject({ msg: z.string() })).min(1) })
    .transform(({ detail }) => ({ sentence: detail.map(({ msg }) => msg).join('; '), code: undefined })),
]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const maxSentenceLength = 500;

/** A body that is a sentence and no page: what small servers and proxies write. A 404 in words is as much a wrong address as a page is. */
const asSentence = (status: number, body: string): string | undefined => {
  const text = body.trim();
  return status !== 404 && text !== '' && text.length <= maxSentenceLength && !/^[<[{]/.test(text)
    ? text
    : undefined;
};

/** Reads a refusal's body, whichever of the known forms it has. */
export function readRefusal({ status, body }: VendorRefusal): RefusalNote {
  const json = parseJson(body);
  const parsed = refusalBody.safeParse(Array.isArray(json) ? json[0] : json);
  const sentence = parsed.success ? parsed.data.sentence : asSentence(status, body);
  return { status, code: parsed.data?.code, sentence };
}

/** Returns the cause that a status alone implies, for refusals whose code is unknown. */
export function subjectOfStatus(status: number): RefusalSubject {
  if (status >= 300 && status < 400) return 'address';
  if (status === 401 || status === 403) return 'key';
  if (status === 402) return 'credit';
  if (status === 404) return 'model';
  if (status === 429) return 'rate';
  if ([408, 409, 425, 499].includes(status) || status >= 500 || status < 400) return 'vendor';
  return 'request';
}
