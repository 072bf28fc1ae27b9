import type { ApiKey } from '@docfleet/sdk';
import type { CheckOption } from '../../parts/checks.tsx';

type Scope = ApiKey['scopes'][number];

/** The scopes of a key; each includes the one before. */
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

/** The most that a key may do, in a word. */
export const scopeLabelOf = ({ scopes: granted }: ApiKey): string =>
  scopes.findLast(({ value }) => granted.includes(value))?.label ?? '';
