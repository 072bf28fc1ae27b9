import type { AnswerCitation, AnswerDoneEvent, AnswerRemovedEvent } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/code-block.tsx';
import { DocumentLink, nameOf } from '../../parts/columns.tsx';
import { Icon } from '../../parts/icon.tsx';
import { boxesToText, locationText } from '../../parts/passage-viewer/find-quote.ts';
import { Problem } from '../../parts/problem.tsx';
import { useSubmission } from '../../use-submission.ts';
import { copyOf, type Exchange } from './use-conversation.ts';

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
const MarkedPassage = lazy(async () => ({ default: (await loadPassage()).MarkedPassage }));

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

interface AnswerProps {
  readonly markdown: string;
  readonly citations: readonly AnswerCitation[];
}

/** Answer as formatted text, the numbers of its citations as links to their places. */
function Answer({ markdown, citations }: AnswerProps) {
  const mark = (number: number): ReactNode => {
    const citation = citations.find((one) => one.number === number);
    return citation && <Mark citation={citation} />;
  };
  return (
    <Suspense fallback={markdown}>
      <MarkedPassage markdown={markdown} mark={mark} />
    </Suspense>
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

const reasons: Readonly<Record<AnswerRemovedEvent['reason'], string>> = {
  NO_CITATION: 'cites nothing',
  UNKNOWN_PASSAGE: 'cites a passage that there is not',
  QUOTE_NOT_FOUND: 'its quote stands nowhere',
  NOT_SUPPORTED: 'the quoted place does not say it in these words',
  NUMBER_NOT_CITED: 'the quoted place does not have its number',
  NAME_NOT_CITED: 'the quoted place does not have its name',
  CONTRADICTED: 'the quoted place says the opposite',
  NOT_CONFIRMED: 'the second judge did not confirm it',
  NOT_AN_ANSWER: 'it does not answer the question',
  REPEATED: 'said before',
};

const leftOut = (count: number) =>
  count === 1
    ? 'One sentence of the model could not be verified and was left out.'
    : `${count} sentences of the model could not be verified and were left out.`;

const quotedInstead = (count: number) =>
  count === 1
    ? 'One sentence of the model could not be verified: the document is quoted in its place.'
    : `${count} sentences of the model could not be verified: the documents are quoted in their place.`;

/** Notes on sentences that another document contradicts, with links to both places. */
const Contradictions = ({ sentences, citations }: Pick<Exchange, 'sentences' | 'citations'>) =>
  sentences
    .filter(({ contradictedBy }) => contradictedBy.length > 0)
    .map(({ text, citations: own, contradictedBy }) => (
      <p key={text} role="note" className="contradiction small">
        <Icon name="warning" /> Documents differ:{' '}
        {citations
          .filter(({ number }) => [...own, ...contradictedBy].includes(number))
          .map((citation) => (
            <span key={citation.number}>
              “{citation.quote}” <Mark citation={citation} />{' '}
            </span>
          ))}
      </p>
    ));

interface UnshownProps {
  readonly summary: string;
  readonly sentences: readonly Pick<AnswerRemovedEvent, 'text' | 'reason'>[];
}

/** Sentences of the model that are not shown, each with the reason, behind a line that says how many. */
const Unshown = ({ summary, sentences }: UnshownProps) => (
  <details className="soft small">
    <summary>{summary}</summary>
    <ul className="removed">
      {sentences.map(({ text, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only added
        <li key={index}>
          <s>{text}</s> ({reasons[reason]})
        </li>
      ))}
    </ul>
  </details>
);

const notFoundHints: Readonly<Record<NonNullable<AnswerDoneEvent['notFoundReason']>, string>> = {
  NO_PASSAGES: 'The search found nothing.',
  NOT_RELEVANT: 'What the search found has too little to do with the question.',
  MODEL: 'The model found no answer in what the search found.',
  UNVERIFIED: 'Nothing of what the model wrote could be verified.',
  REFUSED: 'The model refused to answer.',
};

interface NotFoundProps {
  readonly namespaceId: string;
  readonly question: string;
  readonly done: AnswerDoneEvent;
}

const NotFound = ({ namespaceId, question, done }: NotFoundProps) => (
  <p className="soft">
    {done.answer} {done.notFoundReason && notFoundHints[done.notFoundReason]}{' '}
    <Link to="/n/$namespaceId/search" params={{ namespaceId }} search={{ q: question }}>
      Search for it
    </Link>
  </p>
);

interface ExchangeCardProps extends ExchangeProps {
  /** Asks the question once more; undefined where another follows, or an answer is being written. */
  readonly onRetry: (() => void) | undefined;
}

/** Card with a question and its answer, which is shown sentence by sentence as it arrives. */
export function ExchangeCard({ namespaceId, exchange, onRetry }: ExchangeCardProps) {
  const { question, sentences, citations, removed, done, error, isStopped } = exchange;
  const isWaiting = !done && error === undefined && !isStopped;
  const text = sentences.map((sentence) => sentence.text).join('');
  const replaced = sentences.flatMap(({ replaces }) => replaces ?? []);
  return (
    <article className="card exchange" aria-label={question}>
      <h2 className="exchange-question">{question}</h2>
      <div className="answer passage" aria-live="polite" aria-busy={isWaiting}>
        {text !== '' && <Answer markdown={text} citations={citations} />}
        {done?.outcome === 'NOT_FOUND' && (
          <NotFound namespaceId={namespaceId} question={question} done={done} />
        )}
        {isWaiting && <span className="answer-waiting">{text === '' ? 'Reading the documents…' : '…'}</span>}
        {isStopped && <span className="soft">Stopped.</span>}
      </div>
      {error !== undefined && <Problem error={error} />}
      {done?.notices?.map((notice) => (
        <p key={notice} role="note" className="contradiction small">
          <Icon name="warning" /> {notice}
        </p>
      ))}
      <Contradictions sentences={sentences} citations={citations} />
      {citations.length > 0 && <Sources citations={citations} question={question} />}
      {replaced.length > 0 && !isWaiting && (
        <Unshown summary={quotedInstead(replaced.length)} sentences={replaced} />
      )}
      {removed.length > 0 && !isWaiting && <Unshown summary={leftOut(removed.length)} sentences={removed} />}
      {!isWaiting && (
        <div className="exchange-actions">
          {text !== '' && <CopyButton text={copyOf(exchange)} label="Copy the answer" />}
          {onRetry && (
            <Button look="quiet" isIcon aria-label="Try again" onPress={onRetry}>
              <Icon name="refresh" />
            </Button>
          )}
          {done && citations.length > 0 && <Feedback namespaceId={namespaceId} exchange={exchange} />}
        </div>
      )}
    </article>
  );
}
