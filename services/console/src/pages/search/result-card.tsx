import type { SearchResult } from '@docfleet/sdk';
import { useState } from 'react';
import { wordsOf } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { DocumentLink } from '../../parts/document-link.tsx';
import { Passage } from '../../parts/passage/passage.tsx';
import { boxesToText, placeOf } from '../../parts/passage-viewer/place.ts';
import { nameOf } from '../documents/columns.tsx';
import { Score } from './score.tsx';

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
export function ResultCard({ namespaceId, result, rank, query }: ResultCardProps) {
  const [isWhole, setWhole] = useState(false);
  const { content, document, score, explanation, location } = result;
  const place = location && placeOf(location);
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
