import { openAiClient, openAiSubject } from '@docfleet/embedding/vendor';
import { apiKey, baseUrl, eventsInSlices, streamLimit } from '@docfleet/provider';
import { z } from 'zod';
import {
  type ChatEndReason,
  type ChatPart,
  type ChatRequest,
  type ChatUsage,
  defineChatProvider,
} from '../provider.ts';
import { remoteChatModel } from '../remote-chat-model.ts';

/** With `baseUrl`, any server that speaks this API and any model of it; such a server may not want a key, but one must be given. */
const config = z
  .strictObject({
    provider: z.literal('OPENAI'),
    model: z
      .string()
      .min(1)
      .max(200)
      .meta({ title: 'Model', examples: ['gpt-4.1-mini'] }),
    apiKey,
    baseUrl: baseUrl
      .meta({
        title: 'Base URL',
        description: 'Only for a server that is compatible with the API of OpenAI: Ollama, vLLM, LiteLLM',
        examples: ['http://localhost:11434/v1'],
      })
      .optional(),
  })
  .meta({ title: 'OpenAI or a compatible server' });
type Config = z.output<typeof config>;

const chunk = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }).nullish(),
});

const reasons: Readonly<Record<string, ChatEndReason>> = { length: 'length', content_filter: 'refusal' };

/** Models that think before they write refuse a temperature. */
const takesTemperature = (model: string) => !/^(?:o\d|gpt-[5-9])/.test(model);

/** Compatible servers know the limit by its old name, OpenAI's newer models by the new one alone. */
const parametersOf = ({ model, baseUrl: base }: Config, { messages, maxTokens }: ChatRequest) => ({
  model,
  messages: messages.map((message) => ({ ...message })),
  stream: true as const,
  stream_options: { include_usage: true },
  ...(base ? { max_tokens: maxTokens } : { max_completion_tokens: maxTokens }),
  ...((base || takesTemperature(model)) && { temperature: 0 }),
});

const thoughtMarks = ['<think>', '<thinking>', '<thought>'];

/**
 * Leaves out what models that think aloud write before their answer, between marks such as `<think>` and `</think>`. Of a thought no more is kept
 * than could be the beginning of its end, however long it is.
 */
function createThoughtFilter() {
  let held: string | undefined = '';
  let closing: string | undefined;
  return (text: string): string => {
    if (held === undefined) return text;
    held = closing ? held + text : (held + text).trimStart();
    if (!closing) {
      const begun = held;
      if (thoughtMarks.some((mark) => begun.length < mark.length && mark.startsWith(begun))) return '';
      const opening = thoughtMarks.find((mark) => begun.startsWith(mark));
      closing = opening?.replace('<', '</');
      held = begun.slice(opening?.length ?? 0);
    }
    const end = closing ? held.indexOf(closing) : 0;
    if (end < 0) {
      held = held.slice(-(closing?.length ?? 0));
      return '';
    }
    const answer = closing ? held.slice(end + closing.length).trimStart() : held;
    held = undefined;
    return answer;
  };
}

async function* readParts(events: AsyncIterable<unknown>): AsyncGenerator<ChatPart> {
  let reason: ChatEndReason | undefined;
  let usage: ChatUsage | undefined;
  const withoutThoughts = createThoughtFilter();
  for await (const event of eventsInSlices(events)) {
    const { choices, usage: counted } = chunk.parse(event);
    if (counted) usage = { inputTokens: counted.prompt_tokens, outputTokens: counted.completion_tokens };
    const [choice] = choices;
    const text = withoutThoughts(choice?.delta?.content ?? '');
    if (text !== '') yield { type: 'text', text };
    if (choice?.delta?.refusal) reason = 'refusal';
    if (choice?.finish_reason) reason ??= reasons[choice.finish_reason] ?? 'stop';
  }
  // The usage comes behind the reason.
  if (reason) yield { type: 'end', reason, usage };
}

/** Chat models of OpenAI, and of any server with its API: https://platform.openai.com/docs/api-reference/chat-streaming */
export const openai = defineChatProvider(config, (own, context) => {
  const openClient = openAiClient(own, context, { limit: streamLimit });
  return remoteChatModel(
    {
      provider: own.provider,
      vendor: {
        name: own.baseUrl ? 'The chat server' : 'OpenAI',
        model: own.model,
        apiKey: own.apiKey,
        subjectOf: openAiSubject(own),
      },
      async *stream(request, signal) {
        const client = await openClient();
        yield* readParts(await client.chat.completions.create(parametersOf(own, request), { signal }));
      },
    },
    context,
  );
});
