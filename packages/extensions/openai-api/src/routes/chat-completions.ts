import { extensionRoute } from '@docfleet/api/context';
import type { StreamEvent } from '@docfleet/api/route';
import { z } from 'zod';
import { content, readConversation, refuse, refusedInChats } from '../conversation.ts';
import { listSources } from '../list-sources.ts';
import { openAiForm } from '../open-ai-form.ts';
import { seconds } from '../present-file.ts';
import { type Mention, respond, type StreamPart, type Written } from '../respond.ts';

/** Request as clients of OpenAI send it; most of it is about how a model writes, and has no meaning here. */
const chatBody = z
  .looseObject({
    model: z.string().min(1).max(64).describe('The name of the namespace'),
    messages: z
      .array(z.looseObject({ role: z.string(), content: content.nullish() }))
      .min(1)
      .max(200)
      .describe('The last of the user is the question; system messages are ignored'),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    max_tokens: z.int().nullish(),
    max_completion_tokens: z.int().nullish(),
  })
  .meta({
    examples: [
      { model: 'quickstart', messages: [{ role: 'user', content: 'How many days of leave do I have?' }] },
    ],
  });
type ChatBody = z.output<typeof chatBody>;

const usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() });
const finishReason = z.enum(['stop', 'length']);
const annotations = z
  .array(
    z.object({
      type: z.literal('url_citation'),
      url_citation: z.object({
        start_index: z.int(),
        end_index: z.int(),
        title: z.string(),
        url: z.string(),
      }),
    }),
  )
  .describe('Citations of documents that have an address');

const completion = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.int(),
      message: z.object({
        role: z.literal('assistant'),
        content: z.string(),
        refusal: z.null(),
        annotations,
      }),
      logprobs: z.null(),
      finish_reason: finishReason,
    }),
  ),
  usage,
});

const completionChunk = z.object({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.int(),
      delta: z.object({
        role: z.literal('assistant').optional(),
        content: z.string().optional(),
        annotations: annotations.optional(),
      }),
      logprobs: z.null(),
      finish_reason: finishReason.nullable(),
    }),
  ),
  usage: usage.nullish(),
});

const usageOf = ({ inputTokens, outputTokens }: Written['usage']) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

const headOf = (model: string) => ({
  id: `chatcmpl-${crypto.randomUUID()}`,
  created: seconds(new Date()),
  model,
});

const annotationsOf = (mentions: readonly Mention[]) =>
  mentions.flatMap(({ start, end, cited: { document } }) => {
    const { url, name, externalId } = document;
    if (!url) return [];
    const url_citation = { start_index: start, end_index: end, title: name ?? externalId, url };
    return [{ type: 'url_citation' as const, url_citation }];
  });

const finishOf = ({ isCutOff }: Pick<Written, 'isCutOff'>) => (isCutOff ? 'length' : 'stop');

function toCompletion(written: Written, model: string): z.input<typeof completion> {
  const message = {
    role: 'assistant' as const,
    content: written.text + listSources(written.citations),
    refusal: null,
    annotations: annotationsOf(written.mentions),
  };
  return {
    ...headOf(model),
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(written) }],
    usage: usageOf(written.usage),
  };
}

/** The parts of an answer as chunks of a completion. */
async function* toChunks(
  parts: AsyncIterable<StreamPart>,
  { model, stream_options }: ChatBody,
): AsyncGenerator<StreamEvent> {
  const head = { ...headOf(model), object: 'chat.completion.chunk' as const };
  const chunk = (delta: object, finish_reason: 'stop' | 'length' | null = null) => ({
    data: completionChunk.parse({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }] }),
  });
  yield chunk({ role: 'assistant', content: '' });
  const mentions: Mention[] = [];
  for await (const part of parts) {
    if (part.type === 'failure') {
      yield { name: 'error', data: { type: 'error', error: part.error } };
      return;
    }
    if (part.type === 'text') {
      mentions.push(...part.mentions);
      yield chunk({ content: part.text });
      continue;
    }
    const sources = listSources(part.citations);
    if (sources !== '') yield chunk({ content: sources });
    const found = annotationsOf(mentions);
    if (found.length > 0) yield chunk({ annotations: found });
    yield chunk({}, finishOf(part));
    if (stream_options?.include_usage)
      yield { data: completionChunk.parse({ ...head, choices: [], usage: usageOf(part.usage) }) };
    yield { data: '[DONE]' };
  }
}

const notStored = 'Completions are not stored: POST /v1/chat/completions returns the whole completion';

export const chatCompletionsRoute = extensionRoute({
  ...openAiForm,
  method: 'post',
  path: '/v1/chat/completions',
  summary: 'Answer a question in the form of OpenAI',
  instead: {
    'POST /v1/completions':
      'POST /v1/chat/completions and POST /v1/responses answer questions; a text is not continued',
    'GET /v1/chat/completions/{completionId}': notStored,
    'POST /v1/chat/completions/{completionId}': notStored,
    'DELETE /v1/chat/completions/{completionId}': notStored,
    'GET /v1/chat/completions/{completionId}/messages': notStored,
  },
  description:
    'For clients of that API: `baseURL` is the address of this one with /v1, `model` the namespace. The answer is that of POST /v1/answer, with its citations as a list behind it. Of a question above 4,000 characters the end is the question, and the whole a turn before it. Tools are never called, as a model may always choose; to demand a call is refused, and so are formats other than text and more than one choice. Other fields that are not named here are ignored. Requests of chat programs for titles and tags get the beginning of the conversation and empty lists.',
  body: chatBody,
  response: completion,
  events: completionChunk,
  errors: ['NAMESPACE_NOT_FOUND', 'CHAT_MODEL_NOT_SET', 'SPENDING_LIMIT_REACHED'],
  failed: 'ANSWER_FAILED',

  async handle({ body, actor: { apiKeyId }, organizationId, tenantId, signal }, context) {
    refuse(body, refusedInChats);
    const asked = readConversation(body.messages, {
      param: 'messages',
      namespaceId: body.model,
      maxTokens: body.max_completion_tokens ?? body.max_tokens,
      stream: body.stream ?? false,
    });
    return await respond(context, { apiKeyId, organizationId, tenantId, signal }, asked, {
      whole: (written) => toCompletion(written, body.model),
      stream: (parts) => toChunks(parts, body),
    });
  },
});
