import { DocfleetError } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { namespaceQuery } from '../api/queries.ts';
import { Problem } from './problem.tsx';

interface ExistingNamespaceProps {
  readonly namespaceId: string;
  readonly children: ReactNode;
}

/** A form of a namespace, or that the namespace does not exist: before anything is typed into it, not when it is sent. */
export function ExistingNamespace({ namespaceId, children }: ExistingNamespaceProps) {
  const { error, refetch } = useQuery(namespaceQuery(namespaceId));
  const isMissing = error instanceof DocfleetError && error.code === 'NAMESPACE_NOT_FOUND';
  return isMissing ? <Problem error={error} onRetry={() => void refetch()} /> : children;
}
