import type { Document } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DocumentLink } from '../../../parts/document-link.tsx';
import { shorten } from '../../../parts/format.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Card, Fold } from '../../../parts/page.tsx';
import { nameOf } from '../../documents/columns.tsx';
import type { SearchSettings } from '../settings.ts';
import type { Kind } from '../use-search.ts';
import { diagnose, type Finding } from './diagnose.ts';
import { DocumentPicker } from './document-picker.tsx';
import './why.css';

interface WhyProps {
  readonly namespaceId: string;
  readonly kind: Kind;
  readonly settings: SearchSettings;
}

const Findings = ({ findings }: { readonly findings: readonly Finding[] }) => (
  <ol className="findings" aria-label="What was looked at">
    {findings.map(({ isGood, title, text }) => (
      <li key={title} className={`finding finding-${isGood ? 'good' : 'bad'}`}>
        <Icon name={isGood ? 'check' : 'warning'} />
        <div>
          <strong>{title}</strong>
          {text !== undefined && <p>{shorten(text, 2_000)}</p>}
        </div>
      </li>
    ))}
  </ol>
);

function Diagnosis({ namespaceId, kind, settings, document }: WhyProps & { readonly document: Document }) {
  const { id: documentId } = document;
  const query = useQuery({
    queryKey: ['why', namespaceId, documentId, kind, settings],
    queryFn: ({ signal }) => diagnose({ namespaceId, documentId, kind, settings, signal }),
  });
  return (
    <div className="stack">
      <p>
        <DocumentLink namespaceId={namespaceId} documentId={documentId} name={nameOf(document)} />
      </p>
      <Loaded query={query}>{(findings) => <Findings findings={findings} />}</Loaded>
    </div>
  );
}

/** Section that explains why the current search does not return a document. */
export function Why(props: WhyProps) {
  const [document, setDocument] = useState<Document>();
  return (
    <Card>
      <Fold title="Why is my document not found?">
        <div className="why">
          <DocumentPicker namespaceId={props.namespaceId} onPick={setDocument} />
          {document && <Diagnosis {...props} document={document} />}
        </div>
      </Fold>
    </Card>
  );
}
