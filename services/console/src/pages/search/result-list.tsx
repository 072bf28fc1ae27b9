import { Empty } from '../../parts/empty.tsx';
import { formatCount } from '../../parts/format.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Note } from '../../parts/note.tsx';
import { ResultCard } from './result-card.tsx';
import type { SearchSettings } from './settings.ts';
import { Timings } from './timings.tsx';
import { type Found, type Kind, useFound } from './use-search.ts';

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
      {data?.timings && !error && <Timings timings={data.timings} />}
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
