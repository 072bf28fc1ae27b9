import type { SearchResult } from '@docfleet/sdk';
import { useState } from 'react';
import { wordsOf } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { DocumentLink } from '../../parts/document-link.tsx';
import { nameOf } from '../documents/columns.tsx';
import { excerptOf, highlight } from './highlight.ts';
import { Score } from './score.tsx';

const excerptLength = 480;
/** As much of a passage as finds it in its document. */
const passageLength = 80;

const Passage = ({ text, query }: { readonly text: string; readonly query: string }) => (
  <p className="passage">
    {highlight(text, query).map(({ start, text: piece, isHit }) =>
      isHit ? <mark key={start}>{piece}</mark> : <span key={start}>{piece}</span>,
    )}
  </p>
);

interface ResultCardProps {
  readonly namespaceId: string;
  readonly result: SearchResult;
  readonly rank: number;
  readonly query: string;
}

/** One passage that was found: whose it is, how well it fits, and its words. */
export function ResultCard({ namespaceId, result, rank, query }: ResultCardProps) {
  const [isWhole, setWhole] = useState(false);
  const { content, document, score, explanation } = result;
  const shown = isWhole ? content : excerptOf(content, query, excerptLength);
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
          />
        </span>
        <span className="soft small">{wordsOf(document.documentType)}</span>
      </div>
      <Score score={score} explanation={explanation} />
      <Passage text={shown} query={query} />
      {content.length > excerptLength && (
        <div>
          <Button look="quiet" onPress={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : 'Show the whole passage'}
          </Button>
        </div>
      )}
    </li>
  );
}
