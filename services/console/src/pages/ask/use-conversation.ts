import type { AnswerCitation, AnswerDoneEvent, AnswerSentenceEvent } from '@docfleet/sdk';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';

/** Question with the parts of its answer that have arrived. */
export interface Exchange {
  readonly id: number;
  readonly question: string;
  readonly sentences: readonly AnswerSentenceEvent[];
  readonly citations: readonly AnswerCitation[];
  /** Number of sentences that the service removed because it could not verify them. */
  readonly removed: number;
  readonly done?: AnswerDoneEvent;
  readonly error?: unknown;
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
      if (event.type === 'removed') change((exchange) => ({ ...exchange, removed: exchange.removed + 1 }));
      if (event.type === 'done') change((exchange) => ({ ...exchange, done: event }));
    }
  } catch (error) {
    if (!signal.aborted) change((exchange) => ({ ...exchange, error }));
  }
}

/** Holds the questions and answers of a page, the oldest first. */
export function useConversation(namespaceId: string) {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function ask(question: string): Promise<void> {
    const id = Date.now();
    const messages = turnsOf(exchanges);
    const abort = new AbortController();
    running.current = abort;
    setExchanges((all) => [...all, { id, question, sentences: [], citations: [], removed: 0 }]);
    setBusy(true);
    await readAnswer({ namespaceId, question, messages }, abort.signal, (by) =>
      setExchanges((all) => all.map((exchange) => (exchange.id === id ? by(exchange) : exchange))),
    );
    setBusy(false);
  }

  return {
    exchanges,
    isBusy,
    ask,
    stop: () => running.current?.abort(),
    clear() {
      running.current?.abort();
      setExchanges([]);
    },
  };
}
