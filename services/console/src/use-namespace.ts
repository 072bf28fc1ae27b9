import type { Namespace } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { namespacesQuery } from './api/client.ts';
import { keep, readKept } from './use-draft.ts';

const kept = 'docfleet-namespace';

/** Returns the namespace that was created last; undefined where there is none. */
const newestOf = (namespaces: readonly Namespace[]) =>
  namespaces.toSorted((a, b) => (a.createdAt.isoString < b.createdAt.isoString ? 1 : -1))[0];

/**
 * Returns the namespace of the address; on other pages the last one of this browser, or, where it has seen none, the newest; undefined
 * while there is none.
 */
export function useCurrentNamespace(): string | undefined {
  const { namespaceId } = useParams({ strict: false });
  const { data: namespaces } = useQuery(namespacesQuery);
  useEffect(() => {
    if (namespaceId !== undefined) keep('localStorage', kept, namespaceId);
  }, [namespaceId]);
  if (namespaceId !== undefined) return namespaceId;
  const last = readKept('localStorage', kept);
  return (namespaces?.find(({ name }) => name === last) ?? newestOf(namespaces ?? []))?.name;
}

/** Returns the namespace of the address, for pages whose path has one. */
export function useNamespaceId(): string {
  const { namespaceId } = useParams({ strict: false });
  return namespaceId ?? '';
}
