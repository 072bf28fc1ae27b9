import type { DocumentDetails } from '@docfleet/sdk';
import { wordsOf } from '../../parts/badge.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Card } from '../../parts/page.tsx';
import './not-read.css';

type Part = DocumentDetails['notRead'][number];

const countOf = ({ count }: Part) => (count > 1 ? ` × ${formatNumber(count)}` : '');

/** List of the parts of a file that are missing from the document's text, each with its place and reason. */
export function NotRead({ notRead }: Pick<DocumentDetails, 'notRead'>) {
  if (notRead.length === 0) return null;
  return (
    <Card title="Not read">
      <ul className="not-read">
        {notRead.map((part) => (
          <li key={`${part.what} ${part.where} ${part.why}`}>
            <strong>
              {wordsOf(part.what)}
              {countOf(part)}
            </strong>
            <span className="not-read-reason">
              {part.where !== null && <span className="soft">{part.where}: </span>}
              {part.why}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
