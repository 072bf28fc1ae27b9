import { extensionRoute } from '@docfleet/api/context';
import type { StreamEvent } from '@docfleet/api/route';
import { z } from 'zod';
import { content, readConversation, refuse, refusedInResponses } from '../conversation.ts';
import { fileSearchCall, presentCall, type Searched, searchOf } from '../file-search.ts';
import { openAiForm } from '../open-ai-form.ts';
import { seconds } from '../present-file.ts';
import { type Mention, respond, type StreamPart, type Written } from '../respond.ts';

const maxItems = 200;

const notStored = 'Responses are not stored: POST /v1/responses returns the whole response';

const responsesBody = z
  .looseObject({
    model: z
      .string()
      .min(1)
      .max(64)
      .describe('The name of the namespace; with the tool file_search its vector stores are read instead'),
    input: z
      .union([
        z.string().min(1),
        z
          .array(
            z.looseObject({
              type: z.string().optional(),
              role: z.string().optional(),
              content: content.nullish(),
            }),
          )
          .min(1)
          .max(maxItems),
      ])
      .describe('The question, or a conversation whose last text of the user it is'),
    instructions: z.string().nullish().describe('Ignored: an answer is written from documents alone'),
    stream: z.boolean().nullish(),
    max_output_tokens: z.int().nullish(),
    truncation: z
      .enum(['auto', 'disabled'])
      .nullish()
      .describe('Of a long conversation the last turns are read, whatever it is'),
    metadata: z.record(z.string().max(64), z.string().max(512)).nullish().describe('Returned as it is'),
    include: z
      .array(z.string())
      .max(20)
      .nullish()
      .describe('file_search_call.results: the passages found, with the tool file_search'),
    tools: z
      .array(z.looseObject({ type: z.string() }))
      .max(128)
      .nullish()
      .describe(
        'file_search, with vector_store_ids (namespaces), max_num_results and filters; others are never called, as a model may always choose',
      ),
  })
  .meta({ examples: [{ model: 'quickstart', input: 'How many days of leave do I have?' }] });
type ResponsesBody = z.output<typeof responsesBody>;

const annotation = z
  .object({
    type: z.literal('file_citation'),
    file_id: z.string().describe('Id of the document'),
    filename: z.string(),
    index: z.int().min(0).describe('Position of the citation in the text, in UTF-16 units'),
    quote: z.string().describe('Words of the document that the sentence rests on'),
  })
  .meta({ id: 'OpenAiFileCitation' });

const outputText = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(annotation),
  logprobs: z.array(z.unknown()).max(0),
});

const status = z.enum(['in_progress', 'completed', 'incomplete']);

const message = z.object({
  id: z.string(),
  type: z.literal('message'),
  status,
  role: z.literal('assistant'),
  content: z.array(outputText),
});

const usage = z.object({
  input_tokens: z.int(),
  input_tokens_details: z.object({ cached_tokens: z.literal(0) }),
  output_tokens: z.int(),
  output_tokens_details: z.object({ reasoning_tokens: z.literal(0) }),
  total_tokens: z.int(),
});

const response = z
  .object({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int(),
    status,
    error: z.null(),
    incomplete_details: z.object({ reason: z.literal('max_output_tokens') }).nullable(),
    instructions: z.string().nullable(),
    max_output_tokens: z.int().nullable(),
    metadata: z.record(z.string(), z.string()),
    model: z.string(),
    output: z.array(z.discriminatedUnion('type', [fileSearchCall, message])),
    parallel_tool_calls: z.literal(false),
    previous_response_id: z.null(),
    store: z.literal(false),
    temperature: z.null(),
    text: z.object({ format: z.object({ type: z.literal('text') }) }),
    tool_choice: z.literal('auto'),
    tools: z.array(z.unknown()),
    top_p: z.null(),
    truncation: z.enum(['auto', 'disabled']),
    usage: usage.nullable(),
  })
  .meta({ id: 'OpenAiResponse' });

const responseEvent = z
  .looseObject({
    type: z.string().meta({ examples: ['response.output_text.delta'] }),
    sequence_number: z.int().min(0),
    response: response.optional(),
    delta: z.string().optional(),
  })
  .meta({ id: 'OpenAiResponseEvent' });

const annotationOf = ({ start, cited: { document, quote } }: Mention): z.input<typeof annotation> => ({
  type: 'file_citation',
  file_id: document.id,
  filename: document.name ?? document.externalId,
  index: start,
  quote,
});

const usageOf = ({ inputTokens, outputTokens }: Written['usage']): z.input<typeof usage> => ({
  input_tokens: inputTokens,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: outputTokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: inputTokens + outputTokens,
});

const idOf = (kind: string) => `${kind}_${crypto.randomUUID().replaceAll('-', '')}`;

/** A response before its first word. */
const begin = (body: ResponsesBody): z.input<typeof response> => ({
  id: idOf('resp'),
  object: 'response',
  created_at: seconds(new Date()),
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  instructions: body.instructions ?? null,
  max_output_tokens: body.max_output_tokens ?? null,
  metadata: body.metadata ?? {},
  model: body.model,
  output: [],
  parallel_tool_calls: false,
  previous_response_id: null,
  store: false,
  temperature: null,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: body.tools ?? [],
  top_p: null,
  truncation: body.truncation ?? 'disabled',
  usage: null,
});

const messageOf = (id: string, { text, mentions, isCutOff }: Written): z.input<typeof message> => ({
  id,
  type: 'message',
  status: isCutOff ? 'incomplete' : 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: mentions.map(annotationOf), logprobs: [] }],
});

type Call = z.input<typeof fileSearchCall>;

const end = (
  begun: z.input<typeof response>,
  id: string,
  written: Written,
  calls: readonly Call[],
): z.input<typeof response> => ({
  ...begun,
  status: written.isCutOff ? 'incomplete' : 'completed',
  incomplete_details: written.isCutOff ? { reason: 'max_output_tokens' } : null,
  output: [...calls, messageOf(id, written)],
  usage: usageOf(written.usage),
});

type Unnumbered = Readonly<Record<string, unknown>> & { readonly type: string };

/** A search as OpenAI's events; it is over when the first is sent. */
function* callEvents(call: Call, output_index: number): Generator<Unnumbered> {
  const at = { item_id: call.id, output_index };
  const item = { ...call, status: 'in_progress', results: null };
  yield { type: 'response.output_item.added', output_index, item };
  yield { type: 'response.file_search_call.in_progress', ...at };
  yield { type: 'response.file_search_call.searching', ...at };
  yield { type: 'response.file_search_call.completed', ...at };
  yield { type: 'response.output_item.done', output_index, item: call };
}

/** The parts of an answer as OpenAI's events, without their numbers. */
async function* toEvents(
  parts: AsyncIterable<StreamPart>,
  body: ResponsesBody,
  calls: readonly Call[],
): AsyncGenerator<Unnumbered> {
  const begun = begin(body);
  const id = idOf('msg');
  const output_index = calls.length;
  const item = { output_index, item: { id, type: 'message', role: 'assistant', status: 'in_progress' } };
  const at = { item_id: id, output_index, content_index: 0 };
  yield { type: 'response.created', response: begun };
  yield { type: 'response.in_progress', response: begun };
  for (const [index, call] of calls.entries()) yield* callEvents(call, index);
  yield { type: 'response.output_item.added', ...item, item: { ...item.item, content: [] } };
  const empty = { type: 'output_text', text: '', annotations: [], logprobs: [] };
  yield { type: 'response.content_part.added', ...at, part: empty };
  let text = '';
  const mentions: Mention[] = [];
  for await (const part of parts) {
    if (part.type === 'failure') {
      // Fields of the error itself as OpenAI documents them, and as one object as clients read them.
      const { code, message: text, param } = part.error;
      yield { type: 'error', code, message: text, param, error: part.error };
      return;
    }
    if (part.type === 'text') {
      text += part.text;
      yield { type: 'response.output_text.delta', ...at, delta: part.text, logprobs: [] };
      for (const mention of part.mentions) {
        const annotation_index = mentions.push(mention) - 1;
        const added = { annotation_index, annotation: annotationOf(mention) };
        yield { type: 'response.output_text.annotation.added', ...at, ...added };
      }
      continue;
    }
    const written = { ...part, text, mentions };
    const done = messageOf(id, written);
    yield { type: 'response.output_text.done', ...at, text, logprobs: [] };
    yield { type: 'response.content_part.done', ...at, part: done.content[0] };
    yield { type: 'response.output_item.done', output_index, item: done };
    const ended = end(begun, id, written, calls);
    yield { type: `response.${ended.status}`, response: ended };
  }
}

async function* numbered(events: AsyncIterable<Unnumbered>): AsyncGenerator<StreamEvent> {
  let sequence_number = 0;
  for await (const event of events) {
    yield { name: event.type, data: responseEvent.parse({ ...event, sequence_number }) };
    sequence_number += 1;
  }
}

export const responsesRoute = extensionRoute({
  ...openAiForm,
  method: 'post',
  path: '/v1/responses',
  summary: 'Answer a question in the form of a response of OpenAI',
  instead: {
    'GET /v1/responses/{responseId}': notStored,
    'DELETE /v1/responses/{responseId}': notStored,
    'POST /v1/responses/{responseId}/cancel': notStored,
    'GET /v1/responses/{responseId}/input_items': notStored,
  },
  description:
    'The answer of POST /v1/answer; citations are annotations of the type file_citation. `input` is a question or a conversation, and the tool file_search may name several namespaces with conditions on their metadata; its call is then the first item of the output. Other tools are never called. Nothing is stored: `previous_response_id` is refused, and so are formats other than text; references to items are left out of a conversation.',
  body: responsesBody,
  response,
  events: responseEvent,
  errors: ['NAMESPACE_NOT_FOUND', 'CHAT_MODEL_NOT_SET', 'SPENDING_LIMIT_REACHED'],
  failed: 'ANSWER_FAILED',

  async handle({ body, actor: { apiKeyId }, organizationId, tenantId, signal }, context) {
    refuse(body, refusedInResponses);
    const said = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
    const { isCalled, search } = searchOf(body);
    const callsOf = (searched: Searched | undefined): Call[] =>
      searched && isCalled ? [presentCall(idOf('fs'), searched, body.include ?? [])] : [];
    const asked = readConversation(said, {
      param: 'input',
      maxTokens: body.max_output_tokens,
      stream: body.stream ?? false,
      ...search,
    });
    return await respond(context, { apiKeyId, organizationId, tenantId, signal }, asked, {
      whole: (written, searched) => end(begin(body), idOf('msg'), written, callsOf(searched)),
      stream: (parts, searched) => numbered(toEvents(parts, body, callsOf(searched))),
    });
  },
});
