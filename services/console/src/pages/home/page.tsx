import { useSuspenseQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { namespacesQuery } from '../../api/namespaces-query.ts';
import { useCurrentNamespace } from '../../use-namespace.ts';

/** The start: the last namespace, or where the first one is made. */
export function Page() {
  useSuspenseQuery(namespacesQuery);
  const namespaceId = useCurrentNamespace();
  if (namespaceId === undefined) return <Navigate to="/namespaces" replace />;
  return <Navigate to="/n/$namespaceId/overview" params={{ namespaceId }} replace />;
}
