import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { namespacesQuery } from '../../api/namespaces-query.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { configForms } from '../namespaces/config-forms.ts';
import { connectorForms } from '../namespaces/connector-forms.ts';
import { ConfigCard } from './config-card.tsx';

/** Deletes a namespace, after its name was typed. */
function Remove({ namespaceId }: { readonly namespaceId: string }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.namespaces.delete({ namespaceId }),
    async onSuccess() {
      showToast({ tone: 'good', text: `${namespaceId} is being deleted` });
      await navigate({ to: '/namespaces' });
      await queries.invalidateQueries();
    },
  });
  return (
    <Card title="Delete the namespace">
      <p className="soft">
        With all its documents, their files and vectors. The name is free again when everything is gone.
      </p>
      <div>
        <Button onPress={() => setOpen(true)}>Delete …</Button>
      </div>
      <Confirm
        title={`Delete ${namespaceId}?`}
        action="Delete everything"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => mutate()}
        isPending={isPending}
        error={error}
        typed={namespaceId}
      >
        <p>Searches find nothing of it from now on, and nothing of it can be brought back.</p>
      </Confirm>
    </Card>
  );
}

/** What a namespace is made of. */
export function Page() {
  const namespaceId = useNamespaceId();
  const query = useQuery({
    queryKey: [...namespacesQuery.queryKey, namespaceId],
    queryFn: async ({ signal }) => (await api.namespaces.get({ namespaceId }, { signal })).namespace,
  });
  return (
    <PageFrame title="Settings">
      <Loaded query={query} rows={8}>
        {(namespace) => (
          <>
            <p className="soft">
              {namespace.name}, created <TimeAgo at={namespace.createdAt.isoString} />
            </p>
            <div className="config-cards">
              {configForms.map((form) => (
                <ConfigCard key={form.name} namespace={namespace} form={form} />
              ))}
            </div>
            <h2>Connectors</h2>
            <div className="config-cards">
              {connectorForms.map((form) => (
                <ConfigCard key={form.name} namespace={namespace} form={form} />
              ))}
            </div>
            <Remove namespaceId={namespaceId} />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}
