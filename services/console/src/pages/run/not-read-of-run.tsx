import type { IngestJobRunDocuments } from '@docfleet/sdk';
import { wordsOf } from '../../parts/badge.tsx';
import { formatCount, formatNumber } from '../../parts/format.ts';
import { Card } from '../../parts/page.tsx';

/** Numbers of the parts of files that are missing from the texts of a run, by kind. */
export function NotReadOfRun({ notRead }: Pick<IngestJobRunDocuments, 'notRead'>) {
  if (notRead.length === 0) return null;
  return (
    <Card title="Not read">
      <ul className="stack small">
        {notRead.map(({ what, count, documents }) => (
          <li key={what}>
            <strong>{wordsOf(what)}</strong>: {formatNumber(count)} in {formatCount(documents, 'document')}
          </li>
        ))}
      </ul>
      <p className="soft small">The page of each document says where and why.</p>
    </Card>
  );
}
