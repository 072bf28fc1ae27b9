import type { Connection } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Checks } from '../../parts/checks.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { formatCount } from '../../parts/format.ts';
import { showToast } from '../../parts/toasts.tsx';
import { useSubmission } from '../../use-submission.ts';

interface EndProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

interface Ended {
  readonly itemsDeleted: number;
}

/** Returns the mutation that ends a connection, and the checkbox by which its documents are deleted as well. */
function useEnd(end: (deleteDocuments: boolean) => Promise<Ended>, done: string, onDone: () => void) {
  const queries = useQueryClient();
  const [takes, setTakes] = useState<'DOCUMENTS'[]>([]);
  const { mutate, isPending, error } = useSubmission({
    mutationFn: () => end(takes.length > 0),
    async onSuccess({ itemsDeleted }) {
      const documents = takes.length > 0 ? `, with ${formatCount(itemsDeleted, 'document')}` : '';
      showToast({ tone: 'good', text: `${done}${documents}` });
      onDone();
      await queries.invalidateQueries();
    },
  });
  const documentsToo = (
    <Checks
      label="Documents of the connection"
      groups={[
        {
          options: [
            {
              value: 'DOCUMENTS' as const,
              label: 'Delete them',
              hint: 'searches stop returning them; this cannot be undone',
            },
          ],
        },
      ]}
      value={takes}
      onChange={setTakes}
    />
  );
  return { documentsToo, confirm: { onConfirm: () => mutate(), isPending, error } };
}

/** Dialog that revokes the access, here and at the vendor. The connection remains and can be given consent again. */
export function Revoke({ connection: { id: connectionId, namespace }, onClose }: EndProps) {
  const place = { connectionId, namespaceId: namespace.identifier };
  const { documentsToo, confirm } = useEnd(
    (deleteDocuments) => api.connections.revoke({ ...place, deleteDocuments }),
    'The connection is revoked',
    onClose,
  );
  return (
    <Confirm title="Revoke the connection?" action="Revoke" isOpen onClose={onClose} {...confirm}>
      <div className="stack">
        <p>Its tokens are revoked and nothing more is read. Its user can authorize it again.</p>
        {documentsToo}
      </div>
    </Confirm>
  );
}

/** Dialog that deletes a connection. */
export function Remove({ connection: { id: connectionId, name, namespace }, onClose }: EndProps) {
  const navigate = useNavigate();
  const namespaceId = namespace.identifier;
  const { documentsToo, confirm } = useEnd(
    (deleteDocuments) => api.connections.delete({ connectionId, namespaceId, deleteDocuments }),
    'The connection is deleted',
    () => void navigate({ to: '/n/$namespaceId/connections', params: { namespaceId } }),
  );
  return (
    <Confirm
      title="Delete the connection?"
      action="Delete"
      typed={name}
      isOpen
      onClose={onClose}
      {...confirm}
    >
      <div className="stack">
        <p>Its access is revoked and it is removed. Documents that are kept are not synced any more.</p>
        {documentsToo}
      </div>
    </Confirm>
  );
}
