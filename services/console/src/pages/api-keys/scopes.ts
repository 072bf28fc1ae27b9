import type { ApiKey } from '@docfleet/sdk';
import type { CheckOption } from '../../parts/checks.tsx';

type Scope = ApiKey['scopes'][number];

/** Scopes of a key; each includes those before it. */
export const scopes: readonly CheckOption<Scope>[] = [
  { value: 'read', label: 'Read', hint: 'read and search only' },
  {
    value: 'ingest',
    label: 'Ingest',
    hint: 'also ingest, change and delete documents, and connect accounts',
  },
  {
    value: 'admin',
    label: 'Admin',
    hint: 'also manage namespaces, webhooks and keys, and see the audit trail',
  },
];

/** Returns the label of the highest scope that a key has. */
export const scopeLabelOf = ({ scopes: granted }: ApiKey): string =>
  scopes.findLast(({ value }) => granted.includes(value))?.label ?? '';
