import type { ConfigForm, Namespace } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { namespaceQuery } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { showToast } from '../../parts/toasts.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { useSubmission } from '../../use-submission.ts';
import { configFormsQuery } from '../namespaces/config-forms.ts';
import { ConfigCard } from './config-card.tsx';

/** Dialog that deletes a namespace once its name has been entered. */
function Remove({ namespaceId }: { readonly namespaceId: string }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useSubmission({
    mutationFn: () => api.namespaces.delete({ namespaceId }),
    async onSuccess() {
      showToast({ tone: 'good', text: `${namespaceId} is being deleted` });
      await navigate({ to: '/namespaces' });
      await queries.invalidateQueries();
    },
  });
  return (
    <Card title="Delete namespace">
      <p className="soft">
        Deletes all its documents with their files and vectors. The name can be used again when everything has
        been removed.
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
        <p>Searches stop returning its documents at once. This cannot be undone.</p>
      </Confirm>
    </Card>
  );
}

interface ConfigsProps {
  readonly namespace: Namespace;
  readonly forms: { readonly checked: readonly ConfigForm[]; readonly connectors: readonly ConfigForm[] };
}

/** Cards with the configurations of a namespace. */
const Configs = ({ namespace, forms: { checked, connectors } }: ConfigsProps) => (
  <>
    <div className="config-cards">
      {checked.map((form) => (
        <ConfigCard key={form.config} namespace={namespace} form={form} />
      ))}
    </div>
    <h2>Connectors</h2>
    <div className="config-cards">
      {connectors.map((form) => (
        <ConfigCard key={form.config} namespace={namespace} form={form} />
      ))}
    </div>
  </>
);

/** Page with the settings of a namespace. */
export function Page() {
  const namespaceId = useNamespaceId();
  const query = useQuery(namespaceQuery(namespaceId));
  const forms = useQuery(configFormsQuery);
  // Nothing is shown before both are there: what came first would be pushed down.
  const both = {
    data: query.data && forms.data && { namespace: query.data, forms: forms.data },
    error: query.error ?? forms.error,
    refetch: () => Promise.all([query, forms].map((one) => one.error && one.refetch())),
  };
  return (
    <PageFrame title="Settings">
      <Loaded query={both} rows={8}>
        {(loaded) => (
          <>
            <p className="soft">
              {loaded.namespace.name}, created <TimeAgo at={loaded.namespace.createdAt.isoString} />
            </p>
            <Configs {...loaded} />
            <Remove namespaceId={namespaceId} />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}
