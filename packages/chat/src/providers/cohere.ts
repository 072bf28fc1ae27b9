import { apiKey, failingInBody, type RefusalNote, vendorFetch } from '@docfleet/embedding/vendor';
import type { CohereClientV2 } from 'cohere-ai';
import { z } from 'zod';
import { type ChatContext, type ChatEndReason, type ChatPart, defineChatProvider } from '../provider.ts';
import { remoteChatModel } from '../remote-chat-model.ts';

const publicUrl = 'https://api.cohere.com';

const config = z
  .strictObject({
    provider: z.literal('COHERE'),
    model: z
      .string()
      .min(1)
      .max(200)
      .meta({ title: 'Model', examples: ['command-a-03-2025'] }),
    apiKey,
  })
  .meta({ title: 'Cohere' });

const usage = z
  .object({ tokens: z.object({ inputTokens: z.number(), outputTokens: z.number() }) })
  .transform(({ tokens }) => tokens);

const event = z.union([
  z.object({
    type: z.literal('content-delta'),
    delta: z.object({ message: z.object({ content: z.object({ text: z.string().nullish() }) }) }),
  }),
  z.object({
    type: z.literal('message-end'),
    delta: z.object({
      finishReason: z.string(),
      error: z.string().nullish(),
      usage: usage.optional().catch(undefined),
    }),
  }),
  z
    .object({ type: z.string().refine((type) => type !== 'content-delta' && type !== 'message-end') })
    .transform(() => ({ type: 'other' as const })),
]);

const reasons: Readonly<Record<string, ChatEndReason>> = {
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop',
  MAX_TOKENS: 'length',
  ERROR_TOXIC: 'refusal',
};

// https://docs.cohere.com/reference/errors: sentences, no codes.
function subjectOf({ status, sentence = '' }: RefusalNote) {
  if (status === 429 && sentence.includes('calls / month')) return 'credit';
  if (status === 400 && /^(?:invalid request: )?(?:model|invalid model)\b/i.test(sentence)) return 'model';
  return undefined;
}

/** Loads the SDK, which only those pay for who use it. */
async function openClient(token: string, { egress, endpoints }: ChatContext): Promise<CohereClientV2> {
  const { CohereClientV2 } = await import('cohere-ai');
  return new CohereClientV2({
    token,
    baseUrl: endpoints?.cohere ?? publicUrl,
    fetch: failingInBody(vendorFetch(egress.fetch)),
    maxRetries: 0,
  });
}

async function* readParts(events: AsyncIterable<unknown>): AsyncGenerator<ChatPart> {
  for await (const sent of events) {
    const read = event.parse(sent);
    if (read.type === 'content-delta' && read.delta.message.content.text)
      yield { type: 'text', text: read.delta.message.content.text };
    if (read.type !== 'message-end') continue;
    const { finishReason, error, usage: counted } = read.delta;
    const reason = reasons[finishReason];
    // ERROR and TIMEOUT: the vendor has broken off.
    if (!reason) throw new Error(error ?? finishReason);
    yield { type: 'end', reason, usage: counted };
  }
}

/** https://docs.cohere.com/reference/chat-stream */
export const cohere = defineChatProvider(config, ({ provider, model, apiKey: key }, context) => {
  let client: CohereClientV2 | undefined;
  return remoteChatModel(
    {
      provider,
      vendor: { name: 'Cohere', model, apiKey: key, subjectOf },
      async *stream({ messages, maxTokens }, signal) {
        client ??= await openClient(key, context);
        const given = messages.map((message) => ({ ...message }));
        yield* readParts(
          await client.chatStream(
            { model, messages: given, maxTokens, temperature: 0 },
            { abortSignal: signal },
          ),
        );
      },
    },
    context,
  );
});
