import { extensionRoute } from '@docfleet/api/context';
import { findOwnNamespace } from '@docfleet/api/find-own';
import { countTokens } from '@docfleet/chunking';
import { invalidField } from '@docfleet/errors/issues';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { z } from 'zod';
import { openAiForm } from '../open-ai-form.ts';
import { storeId } from '../present-file.ts';

type Embedder = NamespaceProviders['embedder'];

/** OpenAI's maximum in one request. */
const maxInputs = 2_048;

/** Ids of tokens mean other words to other models: LangChain for Python sends those of OpenAI's unless `check_embedding_ctx_length` is off. */
const input = z.union([z.string(), z.array(z.string()).min(1).max(maxInputs)], {
  error: `must be a text or 1 to ${maxInputs} texts: ids of tokens belong to another model (in LangChain set check_embedding_ctx_length to False)`,
});

const embeddingsBody = z
  .looseObject({
    model: z.string().min(1).max(64).describe('The name of the namespace, whose model embeds'),
    input: input.describe('A text, or several'),
    encoding_format: z
      .enum(['float', 'base64'])
      .nullish()
      .describe('Numbers, or their 32-bit little-endian bytes as base64; numbers unless given'),
    dimensions: z.int().min(1).nullish().describe("The model's own number; others are refused"),
    input_type: z
      .enum(['document', 'query'])
      .nullish()
      .describe('Some models embed queries otherwise than documents; document unless given'),
  })
  .meta({ examples: [{ model: 'quickstart', input: ['How many days of leave do I have?'] }] });

const embedding = z.object({
  object: z.literal('embedding'),
  index: z.int(),
  embedding: z.union([z.array(z.number()), z.string()]),
});

const refused = (param: string, message: string) => invalidField('INVALID_REQUEST', param, message);

/** Returns the tokens of each text; throws INVALID_REQUEST for one that is empty, or that the model would not read to its end. */
function tokensOf(texts: readonly string[], { tokensPerInput }: Embedder['limits']): number[] {
  return texts.map((each, index) => {
    const param = texts.length === 1 ? 'input' : `input.${index}`;
    if (each.trim() === '') throw refused(param, 'must not be blank');
    const tokens = countTokens(each);
    if (tokens <= tokensPerInput) return tokens;
    throw refused(param, `has ${tokens} tokens, and the model reads ${tokensPerInput}: send it in parts`);
  });
}

/** Splits texts into requests that the model takes. */
function batchesOf(
  texts: readonly string[],
  tokens: readonly number[],
  { inputsPerRequest, tokensPerRequest }: Embedder['limits'],
): string[][] {
  const batches: string[][] = [];
  let sum = 0;
  for (const [index, each] of texts.entries()) {
    const own = tokens[index] ?? 0;
    const last = batches.at(-1);
    sum += own;
    if (last && last.length < inputsPerRequest && sum <= tokensPerRequest) last.push(each);
    else {
      batches.push([each]);
      sum = own;
    }
  }
  return batches;
}

/** Digits that suffice for 32-bit numbers. */
const digits = 9;

const toBase64 = (vector: Float32Array) => {
  const bytes = Buffer.alloc(vector.length * Float32Array.BYTES_PER_ELEMENT);
  for (const [index, value] of vector.entries())
    bytes.writeFloatLE(value, index * Float32Array.BYTES_PER_ELEMENT);
  return bytes.toString('base64');
};
const toNumbers = (vector: Float32Array) => Array.from(vector, (value) => Number(value.toPrecision(digits)));

function requireDimensions(wanted: number | null | undefined, known: number | undefined): void {
  if (wanted && known !== undefined && wanted !== known)
    throw refused('dimensions', `must be ${known}, which the namespace's model has, or unset`);
}

export const embeddingsRoute = extensionRoute({
  ...openAiForm,
  method: 'post',
  path: '/v1/embeddings',
  summary: 'Embed texts in the form of OpenAI',
  description:
    'With the model of a namespace, as its documents are embedded: `model` is the name of the namespace. Vectors have the length 1. A text that the model would not read to its end is refused, and so are ids of tokens and other `dimensions` than its own. Tokens are counted as cl100k_base.',
  body: embeddingsBody,
  response: z.object({
    object: z.literal('list'),
    data: z.array(embedding),
    model: storeId,
    usage: z.object({ prompt_tokens: z.int(), total_tokens: z.int() }),
  }),
  errors: ['NAMESPACE_NOT_FOUND'],

  async handle({ body, organizationId, signal }, context) {
    const { id, version } = await findOwnNamespace(context, organizationId, body.model);
    const { embedder } = await context.providers.open(id, version);
    requireDimensions(body.dimensions, embedder.dimensions);
    const texts = [body.input].flat().map((each) => each.toWellFormed());
    const tokens = tokensOf(texts, embedder.limits);
    const inTurn = (work: () => Promise<Float32Array[]>) =>
      embedder.isLocal
        ? context.searchTurns.take(organizationId, signal, work)
        : context.vendorTurns.take(id, signal, work);
    const vectors: Float32Array[] = [];
    for (const batch of batchesOf(texts, tokens, embedder.limits))
      vectors.push(...(await inTurn(() => embedder.embed(batch, body.input_type ?? 'document', signal))));
    requireDimensions(body.dimensions, vectors[0]?.length);
    const encode = body.encoding_format === 'base64' ? toBase64 : toNumbers;
    const total = tokens.reduce((sum, count) => sum + count, 0);
    const data = vectors.map((vector, index) => ({
      object: 'embedding' as const,
      index,
      embedding: encode(vector),
    }));
    return {
      message: '',
      data: {
        object: 'list' as const,
        data,
        model: body.model,
        usage: { prompt_tokens: total, total_tokens: total },
      },
    };
  },
});
