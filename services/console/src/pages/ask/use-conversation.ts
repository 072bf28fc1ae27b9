import type { AnswerCitation, AnswerDoneEvent, AnswerRemovedEvent, AnswerSentenceEvent } from '@docfleet/sdk';
import { api } from '../../api/client.ts';
import { nameOf } from '../../parts/columns.tsx';
import { createStore, useStore } from '../../store.ts';
import { keep, keepings, readKept } from '../../use-draft.ts';

/** Question with the parts of its answer that have arrived. */
export interface Exchange {
  readonly id: number;
  readonly question: string;
  readonly sentences: readonly AnswerSentenceEvent[];
  readonly citations: readonly AnswerCitation[];
  /** Sentences that the service removed because it could not verify them. */
  readonly removed: readonly AnswerRemovedEvent[];
  readonly done?: AnswerDoneEvent;
  readonly error?: unknown;
  /** Whether the reader has stopped the answer. */
  readonly isStopped?: boolean;
}

/** Returns the text of an answer with its sources below, as it is copied: without them its numbers mean nothing elsewhere. */
export function copyOf({ sentences, citations }: Pick<Exchange, 'sentences' | 'citations'>): string {
  const answer = sentences.map(({ text }) => text).join('');
  const sources = citations.map(({ number, quote, document }) => {
    const address = document.url === null ? '' : ` (${document.url})`;
    return `[${number}] ${nameOf(document)}${address}: “${quote}”`;
  });
  return [answer.trim(), sources.join('\n')].filter((part) => part !== '').join('\n\n');
}

interface Conversation {
  readonly exchanges: readonly Exchange[];
  readonly running?: AbortController | undefined;
}

const maxTurns = 20;

/**
 * Returns the last answered questions and their answers as the conversation before the next question. Questions that failed or found
 * nothing are omitted.
 */
const turnsOf = (exchanges: readonly Exchange[]) =>
  exchanges
    .filter(({ done }) => done?.outcome === 'ANSWERED')
    .slice(-maxTurns)
    .flatMap(({ question, done }) => [
      { role: 'user' as const, content: question },
      { role: 'assistant' as const, content: done?.answer ?? '' },
    ]);

type Change = (exchange: Exchange) => Exchange;

/** Streams an answer into its exchange. An error becomes the `error` of the exchange, unless the request was aborted. */
async function readAnswer(
  request: Parameters<typeof api.answers.stream>[0],
  signal: AbortSignal,
  change: (by: Change) => void,
): Promise<void> {
  try {
    for await (const event of api.answers.stream(request, { signal })) {
      if (event.type === 'sentence')
        change((exchange) => ({
          ...exchange,
          sentences: [...exchange.sentences, event],
          citations: [...exchange.citations, ...event.newCitations],
        }));
      if (event.type === 'removed')
        change((exchange) => ({ ...exchange, removed: [...exchange.removed, event] }));
      if (event.type === 'done') change((exchange) => ({ ...exchange, done: event }));
    }
  } catch (error) {
    if (!signal.aborted) change((exchange) => ({ ...exchange, error }));
  }
}

/** Limits of a conversation that is kept for a reload, in exchanges and in characters of JSON; the oldest are dropped. */
const maxKept = 20;
const maxKeptLength = 400_000;

/** Returns a conversation as text, without its oldest exchanges where it is too long; undefined where nothing is left. */
function writeExchanges(exchanges: readonly Exchange[]): string | undefined {
  const newest = exchanges.slice(-maxKept);
  if (newest.length === 0) return undefined;
  // An error is an object of this page's; the question can be asked once more.
  const text = JSON.stringify(newest.map(({ error: _, ...exchange }) => exchange));
  return text.length <= maxKeptLength ? text : writeExchanges(newest.slice(1));
}

/** Returns a conversation that `writeExchanges` wrote. What was being written when the page was left counts as stopped. */
const readExchanges = (text: string): Exchange[] =>
  (JSON.parse(text) as Exchange[]).map((exchange) =>
    exchange.done ? exchange : { ...exchange, isStopped: true },
  );

const prefix = 'docfleet-ask:';

/** Forgets the conversations of this tab, as its user signs out. */
export function forgetConversations(): void {
  // An answer that is still streaming would be stored again.
  for (const conversation of conversations.values()) conversation.clear();
  for (const name of keepings('sessionStorage'))
    if (name.startsWith(prefix)) keep('sessionStorage', name, undefined);
}

/** Conversation of a namespace: it outlives its page, as readers look at a source in between, and a reload; it ends with the tab. */
function createConversation(namespaceId: string, key: string) {
  const kept = readKept('sessionStorage', `${prefix}${key}`);
  const store = createStore<Conversation>({ exchanges: kept === undefined ? [] : readExchanges(kept) });
  store.subscribe(() => keep('sessionStorage', `${prefix}${key}`, writeExchanges(store.get().exchanges)));
  const change = (by: (exchanges: readonly Exchange[]) => readonly Exchange[]) =>
    store.set({ ...store.get(), exchanges: by(store.get().exchanges) });

  async function ask(question: string, id = Date.now()): Promise<void> {
    const running = new AbortController();
    const before = store.get().exchanges.filter((exchange) => exchange.id < id);
    store.set({
      exchanges: [...before, { id, question, sentences: [], citations: [], removed: [] }],
      running,
    });
    await readAnswer({ namespaceId, question, messages: turnsOf(before) }, running.signal, (by) =>
      change((all) => all.map((exchange) => (exchange.id === id ? by(exchange) : exchange))),
    );
    if (store.get().running === running) store.set({ ...store.get(), running: undefined });
  }

  function stop(): void {
    store.get().running?.abort();
    const isOpen = ({ done, error }: Exchange) => !done && error === undefined;
    change((all) => all.map((exchange) => (isOpen(exchange) ? { ...exchange, isStopped: true } : exchange)));
  }

  return {
    store,
    ask,
    stop,
    /** Asks the last question once more, in place of its answer. */
    retry: ({ question, id }: Exchange) => ask(question, id),
    clear() {
      store.get().running?.abort();
      store.set({ exchanges: [] });
    },
  };
}

const conversations = new Map<string, ReturnType<typeof createConversation>>();

/** Holds the questions and answers about a namespace, the oldest first. `owner` is who reads: an API key and tenant. */
export function useConversation(owner: string, namespaceId: string) {
  const key = `${owner} ${namespaceId}`;
  const conversation = conversations.get(key) ?? createConversation(namespaceId, key);
  conversations.set(key, conversation);
  const { exchanges, running } = useStore(conversation.store);
  return { ...conversation, exchanges, isBusy: running !== undefined };
}
