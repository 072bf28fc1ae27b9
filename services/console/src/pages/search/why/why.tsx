import type { Document, DocumentDetails } from '@docfleet/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DocumentLink, nameOf } from '../../../parts/columns.tsx';
import { shorten } from '../../../parts/format.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Card, Fold, Loaded } from '../../../parts/page.tsx';
import { type Kind, type SearchSettings, search } from '../settings.ts';
import '../search.css';
import { api } from '../../../api/client.ts';
import { tenant } from '../../../api/console-fetch.ts';
import { Badge, wordsOf } from '../../../parts/badge.tsx';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/fields.tsx';
import { useStore } from '../../../store.ts';
import { useSettled } from '../../../use-search-text.ts';

/** Condition for a document to be found, and whether it holds. */
interface Finding {
  readonly isGood: boolean;
  readonly title: string;
  /** Advice or details. */
  readonly text?: string;
}

/** Maximum number of results of one search. */
const maxRank = 100;

const good = (title: string): Finding => ({ isGood: true, title });
const bad = (title: string, text?: string): Finding => ({ isGood: false, title, ...(text && { text }) });

function ingested({ ingestionStatus, ingestionError, advice, embeddingConfig }: DocumentDetails): Finding {
  if (ingestionStatus === 'SUCCESS') return good('It is ingested');
  const status = wordsOf(ingestionStatus).toLowerCase();
  if (embeddingConfig) return good(`It is ${status}; searches return its previous content until then`);
  const text = [ingestionError, advice].filter(Boolean).join('. ');
  return bad(`It is not ingested: ${status}`, text || 'Wait until it is ready.');
}

function ofTenant({ tenantId }: DocumentDetails, wanted: string): Finding {
  if (wanted === '' || tenantId === wanted)
    return good(wanted ? 'It belongs to this tenant' : 'All tenants are searched');
  return bad(`It belongs to ${tenantId === null ? 'no tenant' : `the tenant ${tenantId}`}, not to ${wanted}`);
}

async function passesFilter(
  { id, metadata }: DocumentDetails,
  namespaceId: string,
  { filter, source }: SearchSettings,
  signal: AbortSignal,
): Promise<Finding> {
  if (!filter && !source) return good('No filter is set');
  const request = {
    namespaceId,
    filterConfig: { documentIds: [id], ...(filter && { metadata: filter }), ...(source && { source }) },
  };
  const { itemsReturned } = await api.documents.list(request, { signal });
  if (itemsReturned > 0) return good('It matches the filter');
  return bad('The filter excludes it', `Its metadata is ${shorten(JSON.stringify(metadata), 500)}`);
}

async function ranked(
  { id }: DocumentDetails,
  { namespaceId, kind, settings, signal }: DiagnosisOrder,
): Promise<Finding> {
  const wide = { ...settings, topK: maxRank, scoreThreshold: 0 };
  const { results } = await search(namespaceId, kind, wide, signal);
  const index = results.findIndex(({ document }) => document.id === id);
  const found = results[index];
  if (!found) {
    const text = 'Search for words that it contains, or increase the weight of words.';
    return bad(`Its passages are not among the best ${maxRank}`, text);
  }
  const place = `Its best passage has rank ${index + 1} with the score ${found.score.toFixed(3)}`;
  if (found.score < settings.scoreThreshold)
    return bad(place, `The minimum score is ${settings.scoreThreshold}: lower it.`);
  if (index >= settings.topK)
    return bad(place, `The number of results is ${settings.topK}: increase it to ${index + 1} or more.`);
  return good(place);
}

interface DiagnosisOrder {
  readonly namespaceId: string;
  readonly documentId: string;
  readonly kind: Kind;
  readonly settings: SearchSettings;
  readonly signal: AbortSignal;
}

/** Finds out why a search does not return a document: checks each condition and stops at the first that fails. */
async function diagnose(order: DiagnosisOrder): Promise<readonly Finding[]> {
  const { namespaceId, documentId, settings, signal } = order;
  const { document } = await api.documents.get({ documentId }, { signal });
  const findings: Finding[] = [];
  for (const step of [
    () => ingested(document),
    () => ofTenant(document, settings.tenantId),
    () => passesFilter(document, namespaceId, settings, signal),
    () => ranked(document, order),
  ]) {
    const finding = await step();
    findings.push(finding);
    if (!finding.isGood) break;
  }
  return findings;
}

const maxShown = 6;
const settleMs = 250;

/** Loads documents whose names begin with the text. */
function useNamed(namespaceId: string, typed: string) {
  const tenantId = useStore(tenant);
  const name = useSettled(typed.trim(), settleMs);
  return useQuery({
    queryKey: ['documents', namespaceId, tenantId, 'named', name],
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const request = {
        namespaceId,
        filterConfig: name ? { name } : {},
        pagination: { pageSize: maxShown },
      };
      return (await api.documents.list(request, { signal })).documents ?? [];
    },
  });
}

interface DocumentPickerProps {
  readonly namespaceId: string;
  readonly onPick: (document: Document) => void;
}

/** Field that selects a document by the beginning of its name. */
function DocumentPicker({ namespaceId, onPick }: DocumentPickerProps) {
  const [typed, setTyped] = useState('');
  const { data: documents = [] } = useNamed(namespaceId, typed);
  return (
    <div className="stack">
      <Field label="Document" value={typed} onChange={setTyped} placeholder="Beginning of its name" />
      <ul className="picker" aria-label="Documents of this name">
        {documents.map((document) => (
          <li key={document.id} className="row">
            <Button onPress={() => onPick(document)}>
              <span className="picker-name">{shorten(nameOf(document), 200)}</span>
            </Button>
            <Badge state={document.ingestionStatus} />
          </li>
        ))}
        {documents.length === 0 && <li className="soft">No document with this name.</li>}
      </ul>
    </div>
  );
}

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
