import type { ConnectionForm, Connector, Namespace } from '@docfleet/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, namespacesQuery } from '../../api/client.ts';
import { Field, Radios } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Back, Card, Loaded, Note, Page as PageFrame } from '../../parts/page.tsx';
import { useDraft } from '../../use-draft.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { connectorNames, connectorOf } from '../connections/connectors.ts';
import { SettingsForm, Trial, useConsent } from '../connections/vendor.tsx';
import { ConfigEditor, configFormsQuery } from '../namespaces/config-editor.tsx';
import { emptyValues } from '../namespaces/config-values.ts';
import { SetupGuide } from '../namespaces/setup-guide.tsx';

interface ConnectProps {
  readonly namespace: Namespace;
  readonly connector: Connector;
}

interface EnterProps {
  readonly namespace: Namespace;
  /** Way to connect without consent. */
  readonly form: ConnectionForm;
}

/** Steps before users can connect: registering an application at the vendor, and entering its OAuth client. */
function SetUp({ namespace, connector }: ConnectProps) {
  const forms = useQuery(configFormsQuery);
  const { label } = connectorOf(connector);
  return (
    <Card title={`Set up ${label}`}>
      <Note tone="warn" title={`${namespace.name} has no OAuth client for ${label} yet`}>
        Users authorize an application that you register at {label} once.
      </Note>
      <Loaded query={forms}>
        {({ connectors }) => {
          const form = connectors.find((one) => one.connector === connector);
          if (!form) return <p>This installation does not have the connector.</p>;
          return (
            <>
              {form.setup && (
                <SetupGuide
                  namespaceId={namespace.name}
                  connector={connector}
                  label={label}
                  setup={form.setup}
                />
              )}
              <ConfigEditor
                namespaceId={namespace.name}
                form={form}
                initial={emptyValues(form)}
                isSet={false}
              />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

/** Form that names a connection and opens the vendor's consent page. */
function Connect({ namespace: { name: namespaceId }, connector }: ConnectProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [name, setName, forget] = useDraft('connection-new', '');
  const { label } = connectorOf(connector);
  const { begin, isPending, error } = useConsent({
    request: () => api.connections.create({ namespaceId, name: name || label, connector }),
    onRequested({ connection: { id: connectionId } }) {
      forget();
      void queries.invalidateQueries({ queryKey: ['connections'] });
      void navigate({
        to: '/n/$namespaceId/connections/$connectionId',
        params: { namespaceId, connectionId },
      });
    },
  });
  return (
    <Card title={`Connect ${label}`}>
      <Form action={`Go to ${label}`} isPending={isPending} error={error} onSubmit={begin}>
        <Field
          label="Name"
          value={name}
          maxLength={256}
          placeholder={`${label} of Ada`}
          hint="Shown in lists"
          onChange={setName}
        />
        <p className="soft">
          {label} opens in a new window and asks for your consent. docfleet only reads your files and does not
          change them.
        </p>
      </Form>
      <Trial label={label} order={{ namespaceId, connector }} text="Test the application" />
    </Card>
  );
}

/** Form for the settings of a connection without consent. Submitting it creates the connection. */
function Enter({ namespace: { name: namespaceId }, form }: EnterProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { connector, method, setup } = form;
  const { label } = connectorOf(connector);
  return (
    <Card title={`Connect ${label}`}>
      <SetupGuide namespaceId={namespaceId} connector={connector} label={label} setup={setup} />
      <SettingsForm
        connector={connector}
        method={method}
        current={null}
        name=""
        action="Try and connect"
        send={async ({ name, settings }) => {
          const created = await api.connections.create({ namespaceId, name, connector, settings });
          const { id: connectionId } = created.connection;
          await queries.invalidateQueries({ queryKey: ['connections'] });
          await navigate({
            to: '/n/$namespaceId/connections/$connectionId',
            params: { namespaceId, connectionId },
          });
        }}
      />
    </Card>
  );
}

/** Form for a connection by consent, or the steps to register an application if the namespace has no OAuth client. */
function ByConsent(props: ConnectProps) {
  const { config } = connectorOf(props.connector);
  return config !== null && props.namespace[config] === null ? <SetUp {...props} /> : <Connect {...props} />;
}

const consent = 'CONSENT';

interface WaysProps extends ConnectProps {
  /** Ways to connect without consent. */
  readonly forms: readonly ConnectionForm[];
}

/** Choice between consent and settings, with the form of the chosen way. */
function Ways({ forms, ...props }: WaysProps) {
  const hasConsent = connectorOf(props.connector).config !== null;
  const [way, choose] = useState(hasConsent ? consent : forms[0]?.method);
  const form = forms.find(({ method }) => method === way);
  return (
    <>
      {hasConsent && forms.length > 0 && (
        <Card>
          <Radios
            label="Access"
            options={[
              { value: consent, label: 'A user consents' },
              ...forms.map(({ method, label }) => ({ value: method, label })),
            ]}
            value={way ?? consent}
            onChange={choose}
          />
        </Card>
      )}
      {form ? <Enter key={way} {...props} form={form} /> : <ByConsent {...props} />}
    </>
  );
}

/**
 * Step that comes next for a connector: setting it up, asking for consent, or entering settings. Shows a placeholder while the ways are
 * loaded.
 */
function Step(props: ConnectProps) {
  const query = useQuery(configFormsQuery);
  return (
    <Loaded query={query} rows={6}>
      {({ ways }) => (
        <Ways {...props} forms={ways.filter(({ connector }) => connector === props.connector)} />
      )}
    </Loaded>
  );
}

function Content({ namespace }: { readonly namespace: Namespace }) {
  function isReady(name: Connector): boolean {
    const { config } = connectorOf(name);
    return config === null || namespace[config] !== null;
  }
  const [connector, choose] = useState(connectorNames.find(isReady) ?? connectorNames[0]);
  const options = connectorNames.map((name) => ({
    value: name,
    label: connectorOf(name).label,
    hint: isReady(name) ? 'ready' : 'needs to be set up',
  }));
  return (
    <div className="connection-new">
      <Card>
        <Radios label="Connector" options={options} value={connector} onChange={choose} />
      </Card>
      <Step key={connector} namespace={namespace} connector={connector} />
    </div>
  );
}

/** Page that connects an account of a vendor to a namespace. */
export function Page() {
  const namespaceId = useNamespaceId();
  const query = useQuery(namespacesQuery);
  return (
    <PageFrame
      title="New connection"
      back={<Back to="/n/$namespaceId/connections" params={{ namespaceId }} label="All connections" />}
    >
      <Loaded query={query} rows={8}>
        {(namespaces) => {
          const namespace = namespaces.find(({ name }) => name === namespaceId);
          return namespace ? (
            <Content key={namespaceId} namespace={namespace} />
          ) : (
            <p>The namespace does not exist.</p>
          );
        }}
      </Loaded>
    </PageFrame>
  );
}
