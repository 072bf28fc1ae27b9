import { DocfleetError } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { namespaceQuery } from '../api/client.ts';
import { Problem } from './problem.tsx';

interface ExistingNamespaceProps {
  readonly namespaceId: string;
  readonly children: ReactNode;
}

/** Form of a namespace, or an error if the namespace does not exist, before the user types anything into the form. */
export function ExistingNamespace({ namespaceId, children }: ExistingNamespaceProps) {
  const { error, refetch } = useQuery(namespaceQuery(namespaceId));
  const isMissing = error instanceof DocfleetError && error.code === 'NAMESPACE_NOT_FOUND';
  return isMissing ? <Problem error={error} onRetry={() => void refetch()} /> : children;
}
