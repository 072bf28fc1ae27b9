import type { ScoreExplanation, SearchResult, SearchTimings } from '@docfleet/sdk';
import { useState } from 'react';
import { wordsOf } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { DocumentLink, nameOf } from '../../parts/columns.tsx';
import { formatCount, shorten } from '../../parts/format.ts';
import { Empty, Loaded, Note } from '../../parts/page.tsx';
import { Passage } from '../../parts/passage/passage.tsx';
import { boxesToText, locationText } from '../../parts/passage-viewer/find-quote.ts';
import { type Found, type Kind, type SearchSettings, useFound } from './settings.ts';

/** Maximum number of words that are shown; the others have little weight. */
const maxTerms = 8;
const maxTermLength = 40;

interface ScoreProps {
  readonly score: number;
  readonly explanation: ScoreExplanation | undefined;
}

/** Parts of a score: similarity of meaning, and matches of words. */
function Parts({ explanation: { semantic, keyword, terms } }: { readonly explanation: ScoreExplanation }) {
  return (
    <ul className="score-parts" aria-label="Parts of the score">
      <li>
        <span className="score-dot score-semantic" aria-hidden="true" /> {semantic.toFixed(3)} meaning
      </li>
      <li>
        <span className="score-dot score-keyword" aria-hidden="true" /> {keyword.toFixed(3)} words
      </li>
      {terms.slice(0, maxTerms).map(({ term, word, weight }) => (
        <li key={term} className="score-term">
          {shorten(word, maxTermLength)} <span className="soft">{weight.toFixed(3)}</span>
        </li>
      ))}
    </ul>
  );
}

const widthOf = (part: number) => `${100 * Math.min(1, Math.max(0, part))}%`;

/** Score as a number and a bar of its parts. */
const Score = ({ score, explanation }: ScoreProps) => (
  <>
    <div className="score">
      <strong>{score.toFixed(3)}</strong>
      <div className="score-bar" aria-hidden="true">
        <span className="score-semantic" style={{ width: widthOf(explanation?.semantic ?? score) }} />
        {explanation && explanation.keyword > 0 && (
          <span className="score-keyword" style={{ width: widthOf(explanation.keyword) }} />
        )}
      </div>
    </div>
    {explanation && explanation.keyword > 0 && <Parts explanation={explanation} />}
  </>
);

/** Length of a passage in characters above which an excerpt is shown first. */
const excerptLength = 480;
/** Characters of a passage that suffice to find it in its document. */
const passageLength = 80;

interface ResultCardProps {
  readonly namespaceId: string;
  readonly result: SearchResult;
  readonly rank: number;
  readonly query: string;
}

/** Card of one result: its document, its score, and the passage as formatted text. */
function ResultCard({ namespaceId, result, rank, query }: ResultCardProps) {
  const [isWhole, setWhole] = useState(false);
  const { content, document, score, explanation, location } = result;
  const place = location && locationText(location);
  const at = location && boxesToText(location);
  const isExcerpt = !isWhole && content.length > excerptLength;
  return (
    <li className="result">
      <div className="result-head">
        <span className="result-rank">{rank}</span>
        <span className="result-name">
          <DocumentLink
            namespaceId={namespaceId}
            documentId={document.id}
            name={nameOf(document)}
            passage={content.slice(0, passageLength)}
            at={at}
          />
        </span>
        {place && (
          <span className="small">
            {at === undefined ? (
              place
            ) : (
              <DocumentLink namespaceId={namespaceId} documentId={document.id} name={place} at={at} />
            )}
          </span>
        )}
        <span className="soft small">{wordsOf(document.documentType)}</span>
      </div>
      <Score score={score} explanation={explanation} />
      <div className={isExcerpt ? 'passage passage-excerpt' : 'passage'}>
        <Passage markdown={content} query={query} isExcerpt={isExcerpt} />
      </div>
      {content.length > excerptLength && (
        <div>
          <Button look="quiet" onPress={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : 'Show whole passage'}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Steps of a search in their order. */
const steps = [
  { key: 'embed', label: 'embedding' },
  { key: 'store', label: 'vector store' },
  { key: 'rows', label: 'documents' },
  { key: 'texts', label: 'texts' },
  { key: 'explain', label: 'scores' },
] as const satisfies readonly { key: keyof SearchTimings; label: string }[];

/** List of the steps of a search with their durations in milliseconds; without durations while the search goes on, so that nothing moves. */
function Timings({ timings }: { readonly timings: SearchTimings | undefined }) {
  const longest = Math.max(1, ...steps.map(({ key }) => timings?.[key] ?? 0));
  return (
    <dl className="timings" aria-label="Time by step">
      {steps.map(({ key, label }) => (
        <div key={key} className="timing">
          <dt>{label}</dt>
          <dd>
            <span className="timing-bar" aria-hidden="true">
              <span style={{ width: `${(100 * (timings?.[key] ?? 0)) / longest}%` }} />
            </span>
            {timings ? `${timings[key].toFixed(timings[key] < 10 ? 1 : 0)} ms` : '–'}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const titles = { semantic: 'Meaning', hybrid: 'Meaning and words' } as const;

const Notices = ({ notices }: Pick<Found, 'notices'>) =>
  notices.map((notice) => (
    <Note key={notice} tone="warn" title="The results are limited">
      {notice}.
    </Note>
  ));

function Results({
  namespaceId,
  found,
  query,
}: {
  readonly namespaceId: string;
  readonly found: Found;
  readonly query: string;
}) {
  if (found.results.length === 0)
    return (
      <Empty
        icon="search"
        title="No results"
        text="Lower the minimum score, remove a condition, or see below why a document is not found."
      />
    );
  return (
    <ol className="results">
      {found.results.map((result, index) => (
        <ResultCard
          // A document may be found by several passages.
          key={`${result.document.id} ${result.content.slice(0, 80)} ${result.score}`}
          namespaceId={namespaceId}
          result={result}
          query={query}
          rank={index + 1}
        />
      ))}
    </ol>
  );
}

interface ResultListProps {
  readonly namespaceId: string;
  readonly kind: Kind;
  readonly settings: SearchSettings;
}

/** Results of the current search by one method. */
export function ResultList({ namespaceId, kind, settings }: ResultListProps) {
  const { data, isPlaceholderData, error, refetch } = useFound(namespaceId, kind, settings);
  return (
    <section
      className={`result-list ${isPlaceholderData ? 'result-list-old' : ''}`}
      aria-label={titles[kind]}
    >
      <header className="row row-apart">
        <h2>{titles[kind]}</h2>
        <span className="soft small" role="status">
          {data &&
            !error &&
            `${formatCount(data.results.length, 'passage')} in ${Math.round(data.tookMs)} ms`}
        </span>
      </header>
      {(!data || data.timings) && !error && <Timings timings={data?.timings} />}
      {/* An error replaces the previous results. */}
      <Loaded query={{ data: error ? undefined : data, error, refetch }} rows={8}>
        {(found: Found) => (
          <>
            <Notices notices={found.notices} />
            <Results namespaceId={namespaceId} found={found} query={settings.query} />
          </>
        )}
      </Loaded>
    </section>
  );
}
