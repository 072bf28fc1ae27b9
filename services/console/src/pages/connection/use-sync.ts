import type { Connection } from '@docfleet/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../parts/toasts.tsx';
import { connectorOf, type SyncOrder } from '../connections/connectors.ts';

/** Syncs a part of a connection: what is new, changed or deleted since the last time. */
export function useSync({ connector, namespace }: Connection) {
  const queries = useQueryClient();
  const { label, sync } = connectorOf(connector);
  return useMutation({
    mutationFn: (order: Omit<SyncOrder, 'namespaceId'>) =>
      sync({ ...order, namespaceId: namespace.identifier }),
    async onSuccess() {
      showToast({ tone: 'good', text: `The sync of ${label} has started` });
      await queries.invalidateQueries({ queryKey: ['runs'] });
    },
  });
}
