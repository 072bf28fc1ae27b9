import { type AnswerBody, answerBody, answerLimits } from '@docfleet/answers/body';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';

/**
 * Texts that chat programs request about a conversation: titles, tags, suggestions. No document has them, and an answer from documents would
 * be shown in their place. https://github.com/open-webui/open-webui/blob/main/backend/open_webui/config.py
 */
const maxTitleWords = 8;
const maxTitleLength = 60;

/** The first line of the user in a conversation as these prompts write it: `USER: …`, `User: …`, or `||>User:` and a quoted line. */
function firstOfUser(prompt: string): string | undefined {
  const history = /<chat_history>([\s\S]*?)<\/chat_history>/i.exec(prompt)?.[1] ?? prompt;
  return /^[ \t]*(?:\|\|>)?(?:USER|Human):\s*([^\n]+)/im.exec(history)?.[1]?.trim();
}

function titleOf(prompt: string): string {
  const words = (firstOfUser(prompt) ?? '').replaceAll(/["\\`*#<>[\]]/g, '').split(/\s+/);
  const title = words.slice(0, maxTitleWords).join(' ').slice(0, maxTitleLength).toWellFormed().trim();
  return title.replace(/[.,:;?!]+$/, '') || 'Documents';
}

/** Replies to tasks of Open WebUI, by what their prompt has; each of them expects JSON. */
const tasks: readonly (readonly [named: RegExp, reply: (prompt: string) => unknown])[] = [
  [/\btitle\b[^\n]{0,80}\bchat history\b|"title":/i, (prompt) => ({ title: titleOf(prompt) })],
  [/"tags":/i, () => ({ tags: [] })],
  [/"follow_ups":/i, () => ({ follow_ups: [] })],
  [/"queries":/i, () => ({ queries: [] })],
  [/\bautocompletion\b/i, () => ({ text: '' })],
];

const ofLibreChat = /\btitle for (?:the|this) conversation\b/i;

/** Returns the reply to a task that a chat program adds to a conversation on its own; undefined where the text is a question. */
export function replyToTask(text: string): string | undefined {
  if (/^\s*### Task:/.test(text)) {
    const [, reply] = tasks.find(([named]) => named.test(text)) ?? [];
    return reply && JSON.stringify(reply(text));
  }
  return ofLibreChat.test(text) && firstOfUser(text) !== undefined ? titleOf(text) : undefined;
}

const textPart = z.looseObject({ type: z.string(), text: z.string().optional() });

/** A text, or its parts; parts without text are left out. */
export const content = z
  .union([z.string(), z.array(textPart)])
  .transform((given) => (typeof given === 'string' ? given : given.map(({ text = '' }) => text).join('\n')));

const { tokens } = answerLimits;

interface Message {
  readonly role?: string | undefined;
  readonly content?: string | null | undefined;
}

/** Returns the end of a long text, from the beginning of a word on: instructions stand first there, the question last. */
function endOf(text: string): string {
  const end = text.slice(-answerLimits.question.max);
  return end.slice(Math.max(0, end.search(/\s/))).trim();
}

/** Text of the last message of a conversation without a message of the user; undefined unless it is a task of a chat program. */
function taskOf(messages: readonly Message[]): string | undefined {
  const text = messages.at(-1)?.content?.toWellFormed().trim();
  return text && replyToTask(text) !== undefined ? text : undefined;
}

/** A request for an answer, and the reply that needs no documents where there is one. */
export interface Asked {
  readonly body: AnswerBody;
  readonly reply: string | undefined;
}

/** Reads a conversation of another API's form: the last text of the user is the question, and other roles are ignored. */
export function readConversation(
  messages: readonly Message[],
  {
    param,
    maxTokens,
    ...given
  }: Omit<z.input<typeof answerBody>, 'question' | 'messages' | 'maxTokens'> & {
    /** Parameter that has the messages. */
    readonly param: string;
    readonly maxTokens: number | null | undefined;
  },
): Asked {
  const said = messages.flatMap(({ role, content: text }) =>
    (role === 'user' || role === 'assistant') && text
      ? [{ role, content: text.toWellFormed() } as const]
      : [],
  );
  const at = said.findLastIndex(({ role }) => role === 'user');
  // LibreChat sends its prompt for titles as the only message, of the role system.
  const text = said[at]?.content.trim() ?? taskOf(messages);
  if (!text) throw invalidField('INVALID_REQUEST', param, 'must have a message of the user with a text');
  // Clients of llama.cpp send -1 where there is no limit.
  const limit = maxTokens && maxTokens > 0 ? maxTokens : tokens.default;
  const isLong = text.length > answerLimits.question.max;
  // A message that is too long for a question becomes a turn before it, which the model reads.
  const turns = said.slice(0, isLong ? at + 1 : at).slice(-answerLimits.turns.max);
  const body = answerBody.parse({
    ...given,
    question: (isLong ? endOf(text) : text).toWellFormed(),
    messages: turns.map((turn) => ({
      ...turn,
      content: turn.content.slice(0, answerLimits.turn.max).toWellFormed(),
    })),
    maxTokens: Math.min(tokens.max, Math.max(tokens.min, limit)),
  });
  return { body, reply: replyToTask(text) };
}

/** Something that a request may ask for and an answer from documents cannot have. */
type Refused = readonly [param: string, isAsked: (value: unknown) => boolean, why: string];

const isSet = (value: unknown) => value !== undefined && value !== null && value !== false;
export const typeOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'type' in value ? value.type : value;

const isWithProbabilities = (value: unknown) =>
  Array.isArray(value) && value.includes('message.output_text.logprobs');
const isFormat = (value: unknown) => isSet(value) && typeOf(value) !== 'text';
const isAudio = (value: unknown) => Array.isArray(value) && value.includes('audio');

/** Whether a choice of tools demands a call; `auto` leaves it to the model, which may always call none. */
export const isForced = (choice: unknown) => isSet(choice) && choice !== 'auto' && choice !== 'none';

export const refusedInChats: readonly Refused[] = [
  ['tool_choice', isForced, 'must be auto or none: no tool is called'],
  ['function_call', isForced, 'must be auto or none: no function is called'],
  ['n', (value) => isSet(value) && value !== 1, 'must be 1: there is one answer'],
  ['response_format', isFormat, 'must be of type text: an answer is text with citations'],
  ['modalities', isAudio, 'must be text alone'],
  ['logprobs', isSet, 'must be false: no probabilities are known'],
];

export const refusedInResponses: readonly Refused[] = [
  ['background', isSet, 'must be false: an answer ends with its request'],
  ['previous_response_id', isSet, 'must be unset: no response is stored; send the conversation as input'],
  ['conversation', isSet, 'must be unset: no conversation is stored; send it as input'],
  ['prompt', isSet, 'must be unset: no prompt is stored'],
  ['top_logprobs', (given) => isSet(given) && given !== 0, 'must be 0: no probabilities are known'],
  ['text.format', isFormat, 'must be of type text: an answer is text with citations'],
  // Clients add names of items that no answer has, such as reasoning.encrypted_content: of those nothing is missing.
  ['include', isWithProbabilities, 'must not have message.output_text.logprobs: no probabilities are known'],
];

export const refusedInLists: readonly Refused[] = [
  ['before', isSet, 'must be unset: lists are read forwards, with after'],
];

const valueAt = (given: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
      given,
    );

/** Throws INVALID_REQUEST that names the first unsupported parameter: a client would otherwise take the answer for one that honors it. */
export function refuse(given: Readonly<Record<string, unknown>>, refused: readonly Refused[]): void {
  const found = refused.find(([param, isAsked]) => isAsked(valueAt(given, param)));
  if (found) throw invalidField('INVALID_REQUEST', found[0], found[2]);
}
