import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api/queries.ts';
import { Badge, wordsOf } from '../../parts/badge.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Card } from '../../parts/page.tsx';

const stages = {
  FETCH_PAGE: 'Fetching pages',
  FETCH_ITEM: 'Fetching items of connections',
  PARSE: 'Reading files',
  EMBED: 'Chunking and embedding',
} as const;

/** Order of the states: success, failures, then work in progress. */
const order: readonly string[] = ['SUCCESS', 'FAILED', 'PROCESSING', 'QUEUED', 'BACKLOG'];
const rank = (status: string) => (order.indexOf(status) + order.length + 1) % (order.length + 1);

interface StatesProps {
  readonly namespaceId: string;
  readonly overview: Overview;
}

/** Numbers of documents by state, each a link to them. */
export const States = ({ namespaceId, overview: { documents } }: StatesProps) => (
  <Card title="Documents">
    <ul className="states">
      {documents
        .filter(({ count }) => count > 0)
        .toSorted((one, other) => rank(one.status) - rank(other.status))
        .map(({ status, count }) => (
          <li key={status}>
            <Link
              to="/n/$namespaceId/documents"
              params={{ namespaceId }}
              search={{ status }}
              className="state"
            >
              <strong>{formatNumber(count)}</strong>
              <Badge state={status} />
            </Link>
          </li>
        ))}
    </ul>
  </Card>
);

/** Numbers of unfinished documents by stage. */
export const Waiting = ({ overview: { waiting } }: { readonly overview: Overview }) => (
  <Card title="In progress">
    {waiting.length === 0 ? (
      <p className="soft">Nothing is in progress.</p>
    ) : (
      <dl className="waiting">
        {waiting.map(({ stage, status, count }) => (
          <div key={`${stage} ${status}`}>
            <dt>
              {stages[stage]} <span className="soft">· {wordsOf(status)}</span>
            </dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    )}
  </Card>
);
