import type { DocumentDetails } from '@docfleet/sdk';
import { api } from '../../../api/client.ts';
import { wordsOf } from '../../../parts/badge.tsx';
import { shorten } from '../../../parts/format.ts';
import type { SearchSettings } from '../settings.ts';
import { type Kind, search } from '../use-search.ts';

/** Condition for a document to be found, and whether it holds. */
export interface Finding {
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
  { filter }: SearchSettings,
  signal: AbortSignal,
): Promise<Finding> {
  if (!filter) return good('No filter is set');
  const request = { namespaceId, filterConfig: { documentIds: [id], metadata: filter } };
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
export async function diagnose(order: DiagnosisOrder): Promise<readonly Finding[]> {
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
