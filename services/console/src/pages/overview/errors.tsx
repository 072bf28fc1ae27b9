import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api/queries.ts';
import { formatNumber } from '../../parts/format.ts';
import { Card } from '../../parts/page.tsx';

interface ErrorsProps {
  readonly namespaceId: string;
  readonly overview: Overview;
}

/** List of the causes of failed documents, the most frequent first, with advice. */
export const Errors = ({ namespaceId, overview: { errors } }: ErrorsProps) => (
  <Card title="Errors by cause">
    {errors.length === 0 ? (
      <p className="soft">No document has failed.</p>
    ) : (
      <ul className="errors">
        {errors.map(({ code, count, advice, documentId }) => (
          <li key={code}>
            <div className="row row-apart">
              <code>{code}</code>
              <strong>{formatNumber(count)}</strong>
            </div>
            {advice && <p className="small">{advice}</p>}
            <Link
              to="/n/$namespaceId/documents/$documentId"
              params={{ namespaceId, documentId }}
              className="small"
              aria-label={`Show newest document with ${code}`}
            >
              Show newest
            </Link>
          </li>
        ))}
      </ul>
    )}
  </Card>
);
