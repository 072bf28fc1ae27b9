import { cohereClient, cohereSubject } from '@docfleet/embedding/vendor';
import { apiKey, eventsInSlices, streamLimit } from '@docfleet/provider';
import { z } from 'zod';
import { type ChatEndReason, type ChatPart, defineChatProvider } from '../provider.ts';
import { remoteChatModel } from '../remote-chat-model.ts';

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

async function* readParts(events: AsyncIterable<unknown>): AsyncGenerator<ChatPart> {
  for await (const sent of eventsInSlices(events)) {
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

/** Cohere's chat models: https://docs.cohere.com/reference/chat-stream */
export const cohere = defineChatProvider(config, ({ provider, model, apiKey: key }, context) => {
  const openClient = cohereClient(key, context, { limit: streamLimit });
  return remoteChatModel(
    {
      provider,
      vendor: { name: 'Cohere', model, apiKey: key, subjectOf: cohereSubject },
      async *stream({ messages, maxTokens }, signal) {
        const client = await openClient();
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
