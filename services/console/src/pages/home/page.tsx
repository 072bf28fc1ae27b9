import { useSuspenseQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { namespacesQuery } from '../../api/client.ts';
import { useCurrentNamespace } from '../../use-namespace.ts';

/** Page that redirects to the last namespace, or to the list of namespaces where there is none. */
export function Page() {
  useSuspenseQuery(namespacesQuery);
  const namespaceId = useCurrentNamespace();
  if (namespaceId === undefined) return <Navigate to="/namespaces" replace />;
  return <Navigate to="/n/$namespaceId/overview" params={{ namespaceId }} replace />;
}
