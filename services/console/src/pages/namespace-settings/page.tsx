import type { ConfigForm, Namespace } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, defaultModelQuery, namespaceQuery } from '../../api/client.ts';
import { Action } from '../../parts/action.tsx';
import { Button } from '../../parts/button.tsx';
import { TimeAgo } from '../../parts/columns.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Card, Fold, Loaded, Page as PageFrame } from '../../parts/page.tsx';
import { useNamespaceId } from '../../use-namespace.ts';
import { Trial } from '../connections/vendor.tsx';
import { ConfigEditor, configFormsQuery } from '../namespaces/config-editor.tsx';
import { fieldsOf, providerOf, valuesOf } from '../namespaces/config-values.ts';
import { SetupGuide } from '../namespaces/setup-guide.tsx';

interface ConfigCardProps {
  readonly namespace: Namespace;
  readonly form: ConfigForm;
}

/** Returns the provider of a configuration; `Set` for a form without a choice of providers. */
const stateOf = (form: ConfigForm, values: ReturnType<typeof valuesOf>) =>
  form.connector || form.discriminator ? (providerOf(form, values)?.label ?? values.provider) : 'Set';

/** Returns the term that stands before the state of a configuration: a provider, if it is set. */
function termOf({ connector, discriminator }: ConfigForm, isSet: boolean): string {
  if (connector) return 'OAuth client';
  return isSet && discriminator ? 'Provider' : 'State';
}

/** Returns what is in effect where a configuration is not set; undefined where the form says it, or while it is being loaded. */
function useDefaultOf({ config }: ConfigForm): string | undefined {
  const isChat = config === 'chatModelConfig';
  const { data: model } = useQuery({ ...defaultModelQuery, enabled: isChat });
  if (!isChat || model === undefined) return undefined;
  return model === null
    ? 'None: questions are not answered.'
    : `${model.provider} ${model.model}, the operator's default`;
}

/** Card of one configuration, with a dialog that changes it. */
function ConfigCard({ namespace, form }: ConfigCardProps) {
  const [isOpen, setOpen] = useState(false);
  const config = namespace[form.config];
  const values = valuesOf(form, config);
  const isSet = config !== null;
  const inEffect = useDefaultOf(form);
  const close = () => setOpen(false);
  return (
    <Card
      title={form.label}
      actions={
        <Button aria-label={`${isSet ? 'Change' : 'Set up'}: ${form.label}`} onPress={() => setOpen(true)}>
          {isSet ? 'Change' : 'Set up'}
        </Button>
      }
    >
      <dl className="config">
        <div>
          <dt>{termOf(form, isSet)}</dt>
          <dd>{isSet ? stateOf(form, values) : (inEffect ?? form.unset ?? 'Not set up')}</dd>
        </div>
        {fieldsOf(form, values)
          .filter(({ path }) => values.texts[path])
          .map(({ path, label }) => (
            <div key={path}>
              <dt>{label}</dt>
              <dd>{values.texts[path]}</dd>
            </div>
          ))}
      </dl>
      {isSet && form.connector !== null && (
        <Trial
          label={form.label}
          order={{ namespaceId: namespace.name, connector: form.connector }}
          text="Test the application"
        />
      )}
      <Dialog title={`${isSet ? 'Change' : 'Set up'} ${form.label}`} isOpen={isOpen} onClose={close}>
        {form.setup && form.connector !== null && (
          <Fold title={`How to register an application at ${form.label}`} isOpen={!isSet}>
            <SetupGuide
              namespaceId={namespace.name}
              connector={form.connector}
              label={form.label}
              setup={form.setup}
            />
          </Fold>
        )}
        <ConfigEditor
          namespaceId={namespace.name}
          form={form}
          initial={values}
          isSet={isSet}
          onClose={close}
        />
      </Dialog>
    </Card>
  );
}

/** Card with the action that deletes a namespace once its name has been entered. */
function Remove({ namespaceId }: { readonly namespaceId: string }) {
  const navigate = useNavigate();
  return (
    <Card title="Delete namespace">
      <p className="soft">
        Deletes all its documents with their files and vectors. The name can be used again when everything has
        been removed.
      </p>
      <div>
        <Action
          label="Delete …"
          run={() => api.namespaces.delete({ namespaceId })}
          done={`${namespaceId} is being deleted`}
          onDone={() => navigate({ to: '/namespaces' })}
          ask={{
            title: `Delete ${namespaceId}?`,
            action: 'Delete everything',
            typed: namespaceId,
            text: 'Searches stop returning its documents at once. This cannot be undone.',
          }}
        />
      </div>
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
