import type { Document } from '@docfleet/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { tenant } from '../../../api/tenant.ts';
import { Badge } from '../../../parts/badge.tsx';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { shorten } from '../../../parts/format.ts';
import { useStore } from '../../../store.ts';
import { useSettled } from '../../../use-settled.ts';
import { nameOf } from '../../documents/columns.tsx';

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
export function DocumentPicker({ namespaceId, onPick }: DocumentPickerProps) {
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
