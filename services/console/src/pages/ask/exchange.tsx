import type { AnswerCitation, AnswerSentenceEvent } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { Fragment, lazy, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { boxesToText, locationText } from '../../parts/passage-viewer/place.ts';
import { Problem } from '../../parts/problem.tsx';
import { DocumentLink, nameOf } from '../../parts/shown-name.tsx';
import { useSubmission } from '../../use-submission.ts';
import type { Exchange } from './use-conversation.ts';

/** Rating of an answer by a reader. */
type Verdict = 'good' | 'poor';

/** Names of the golden sets that receive rated answers, by rating. */
const setNames: Readonly<Record<Verdict, string>> = { good: 'Good answers', poor: 'Poor answers' };

async function findSet(namespaceId: string, name: string): Promise<string> {
  for await (const set of api.goldenSets.list({ namespaceId })) if (set.name === name) return set.id;
  const { goldenSet } = await api.goldenSets.create({ namespaceId, name });
  return goldenSet.id;
}

/**
 * Adds a rated answer to its golden set as a candidate: the question, the quotes that were cited as relevant, and the answer if it is rated
 * good. Creates the set where there is none.
 */
async function keepFeedback(
  namespaceId: string,
  { question, citations, done }: Exchange,
  verdict: Verdict,
): Promise<void> {
  const goldenSetId = await findSet(namespaceId, setNames[verdict]);
  const relevant = citations.map(({ quote, document: { externalId } }) => ({ externalId, quote, grade: 1 }));
  const referenceAnswer = verdict === 'good' ? (done?.answer ?? null) : null;
  const candidate = { question, relevant, referenceAnswer, status: 'CANDIDATE' as const };
  await api.goldenSets.writeQuestions({ namespaceId, goldenSetId, questions: [candidate] });
}

const loadPassage = () => import('../../parts/passage/passage.tsx');
const Quotation = lazy(async () => ({ default: (await loadPassage()).Quotation }));
const InlinePassage = lazy(async () => ({ default: (await loadPassage()).InlinePassage }));

/** Characters of a quote that suffice to find it in its document. */
const passageLength = 80;

/** Maximum length of a quote in a link, in characters, as addresses are bounded. */
const maxQuoteLength = 600;

const placeIn = ({ quote, location }: AnswerCitation) => ({
  passage: quote.slice(0, passageLength),
  quote: quote.slice(0, maxQuoteLength),
  at: location && boxesToText(location),
});

/** Mark of a citation, which opens its document at the quoted passage. */
const Mark = ({ citation }: { readonly citation: AnswerCitation }) => (
  <Link
    to="/n/$namespaceId/documents/$documentId"
    params={{ namespaceId: citation.namespaceId, documentId: citation.document.id }}
    search={placeIn(citation)}
    className="mark-link"
    aria-label={`Source ${citation.number}: ${nameOf(citation.document)}`}
  >
    {citation.number}
  </Link>
);

const trailingMarks = /\s*(?:\[\d+\])+$/;

interface SentenceProps {
  readonly sentence: AnswerSentenceEvent;
  readonly citations: readonly AnswerCitation[];
}

function Sentence({ sentence: { text, citations: numbers }, citations }: SentenceProps) {
  const words = text.replace(trailingMarks, '');
  return (
    <>
      <Suspense fallback={words}>
        <InlinePassage markdown={words} />
      </Suspense>
      {citations
        .filter(({ number }) => numbers.includes(number))
        .map((citation) => (
          <Mark key={citation.number} citation={citation} />
        ))}
    </>
  );
}

interface SourcesProps {
  readonly citations: readonly AnswerCitation[];
  /** Question of the user; its words are highlighted in the quotes. */
  readonly question: string;
}

const Sources = ({ citations, question }: SourcesProps) => (
  <ol className="sources" aria-label="Sources">
    {citations.map((citation) => {
      const place = citation.location && locationText(citation.location);
      return (
        <li key={citation.number} className="source">
          <span className="source-number">{citation.number}</span>
          <div>
            <div className="source-head">
              <DocumentLink
                namespaceId={citation.namespaceId}
                documentId={citation.document.id}
                name={nameOf(citation.document)}
                {...placeIn(citation)}
              />
              {place && <span className="soft small">{place}</span>}
            </div>
            <blockquote className="source-quote passage">
              <Suspense fallback={citation.quote}>
                <Quotation markdown={citation.quote} query={question} />
              </Suspense>
            </blockquote>
          </div>
        </li>
      );
    })}
  </ol>
);

interface ExchangeProps {
  readonly namespaceId: string;
  readonly exchange: Exchange;
}

/** Buttons that rate an answer. A press stores the question as a candidate of a golden set. */
function Feedback({ namespaceId, exchange }: ExchangeProps) {
  const { mutate, data, error, isPending } = useSubmission({
    mutationFn: async (verdict: Verdict) => {
      await keepFeedback(namespaceId, exchange, verdict);
      return verdict;
    },
  });
  return (
    <div className="feedback">
      <Button
        look="quiet"
        isIcon
        aria-label="Good answer"
        isPending={isPending}
        onPress={() => mutate('good')}
      >
        <Icon name="good" />
      </Button>
      <Button
        look="quiet"
        isIcon
        aria-label="Poor answer"
        isPending={isPending}
        onPress={() => mutate('poor')}
      >
        <Icon name="poor" />
      </Button>
      <span className="soft small" role="status">
        {data && `Kept as a candidate of the golden set “${setNames[data]}”.`}
      </span>
      {error && <Problem error={error} />}
    </div>
  );
}

const leftOut = (count: number) =>
  count === 1
    ? 'One sentence of the model could not be verified and was left out.'
    : `${count} sentences of the model could not be verified and were left out.`;

/** Card with a question and its answer, which is shown sentence by sentence as it arrives. */
export function ExchangeCard({ namespaceId, exchange }: ExchangeProps) {
  const { question, sentences, citations, removed, done, error } = exchange;
  const isWaiting = !done && error === undefined;
  return (
    <article className="card exchange" aria-label={question}>
      <h2 className="exchange-question">{question}</h2>
      <div className="answer" aria-live="polite" aria-busy={isWaiting}>
        {sentences.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only added
          <Fragment key={index}>
            <Sentence sentence={sentence} citations={citations} />
          </Fragment>
        ))}
        {done?.outcome === 'NOT_FOUND' && <span className="soft">{done.answer}</span>}
        {isWaiting && (
          <span className="answer-waiting">{sentences.length === 0 ? 'Reading the documents…' : ' …'}</span>
        )}
      </div>
      {error !== undefined && <Problem error={error} />}
      {citations.length > 0 && <Sources citations={citations} question={question} />}
      {removed > 0 && done && <p className="soft small">{leftOut(removed)}</p>}
      {done && citations.length > 0 && <Feedback namespaceId={namespaceId} exchange={exchange} />}
    </article>
  );
}
