import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { namespacesQuery } from './api/queries.ts';
import { keep, readKept } from './use-draft.ts';

const kept = 'docfleet-namespace';

/** Returns the namespace of the address; on other pages the last one, or any; undefined while there is none. */
export function useCurrentNamespace(): string | undefined {
  const { namespaceId } = useParams({ strict: false });
  const { data: namespaces } = useQuery(namespacesQuery);
  useEffect(() => {
    if (namespaceId !== undefined) keep('localStorage', kept, namespaceId);
  }, [namespaceId]);
  if (namespaceId !== undefined) return namespaceId;
  const names = namespaces?.map(({ name }) => name) ?? [];
  const last = readKept('localStorage', kept);
  return names.find((name) => name === last) ?? names[0];
}

/** Returns the namespace of the address, for pages whose path has one. */
export function useNamespaceId(): string {
  const { namespaceId } = useParams({ strict: false });
  return namespaceId ?? '';
}
