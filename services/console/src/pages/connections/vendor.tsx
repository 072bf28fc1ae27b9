import type { Connector, Input } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { issuesOf } from '../../parts/describe-problem.ts';
import { Field } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Loaded, Note } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSubmission } from '../../use-submission.ts';
import { ConfigFields, configFormsQuery } from '../namespaces/config-editor.tsx';
import { configOf, type FieldsForm, providerOf, valuesOf } from '../namespaces/config-values.ts';

/** Settings of a connection. The form does not validate them: the service reports missing ones. */
type ConnectionSettings = NonNullable<Input<'POST /v1/connections'>['settings']>;

interface Entered {
  readonly name: string;
  readonly settings: ConnectionSettings;
}

interface SettingsFormProps {
  readonly connector: Connector;
  /** Method of access whose fields are shown; undefined shows a choice of all methods. */
  readonly method?: string;
  /** Stored settings without secrets; null for a new connection. */
  readonly current: object | null;
  readonly name: string;
  readonly action: string;
  readonly send: (entered: Entered) => Promise<void>;
}

function Fields({ form, current, name: before, action, send }: SettingsFormProps & { form: FieldsForm }) {
  const [values, setValues] = useState(() => valuesOf(form, current));
  const [name, setName] = useState(before);
  const label = providerOf(form, values)?.label ?? '';
  const { mutate, isPending, error } = useSubmission({ mutationFn: send });
  return (
    <Form
      action={action}
      isPending={isPending}
      error={error}
      onSubmit={() =>
        mutate({ name: name || label, settings: configOf(form, values) as unknown as ConnectionSettings })
      }
    >
      <Field
        label="Name"
        value={name}
        maxLength={256}
        placeholder={label}
        hint="A label of your choice"
        onChange={setName}
      />
      <ConfigFields form={form} values={values} onChange={setValues} issues={issuesOf(error)} />
      <p className="soft small">
        The settings are tried before they are saved. docfleet only reads; keys that may list and read are
        enough.
        {current && ' The secret is not shown: enter it again.'}
      </p>
    </Form>
  );
}

/** Form for the settings of a connection without consent, built from the fields that the service describes. */
export function SettingsForm(props: SettingsFormProps) {
  const forms = useQuery(configFormsQuery);
  return (
    <Loaded query={forms} rows={6}>
      {({ connections }) => {
        const form = connections.find(({ connector }) => connector === props.connector);
        if (!form) return <p>This installation does not have the connector.</p>;
        const { method } = props;
        const isOffered = ({ name }: { readonly name: string | null }) =>
          method === undefined || name === null || name === method;
        return <Fields {...props} form={{ ...form, providers: form.providers.filter(isOffered) }} />;
      }}
    </Loaded>
  );
}

type Found = NonNullable<Awaited<ReturnType<typeof api.connections.check>>['problem']>;

interface VendorProblemProps {
  /** Name of the connector for users. */
  readonly label: string;
  readonly problem: Found;
}

/** Notice of a vendor's refusal: its cause, the vendor's message and advice. */
export const VendorProblem = ({ label, problem }: VendorProblemProps) => (
  <Note tone="bad" title={problem.message}>
    {problem.reason !== null && (
      <p>
        {label} says: <q>{problem.reason}</q>
      </p>
    )}
    {problem.advice !== null && <p>{problem.advice}</p>}
  </Note>
);

type Outcome = Awaited<ReturnType<typeof api.connections.check>>;

function Result({ label, outcome }: { readonly label: string; readonly outcome: Outcome }) {
  const { account, items, problem } = outcome;
  if (problem) return <VendorProblem label={label} problem={problem} />;
  if (account === null)
    return (
      <Note tone="good" title={`${label} knows this application`}>
        Redirect URI and permissions show when a user consents.
      </Note>
    );
  return (
    <Note tone="good" title={`${label} answers for ${account}`}>
      {items.length > 0
        ? `The first items: ${items.join(', ')}.`
        : 'The first page of its listing names no items; a sync reads on.'}
    </Note>
  );
}

interface TrialProps {
  readonly label: string;
  /** Connection or OAuth client to test. */
  readonly order: Input<'POST /v1/connections/check'>;
  readonly text: string;
}

/** Button that tests a connection or an OAuth client at its vendor, and shows the result with the vendor's message. */
export function Trial({ label, order, text }: TrialProps) {
  const { mutate, data, isPending, error } = useSubmission({
    mutationFn: () => api.connections.check(order),
  });
  return (
    <div className="stack" aria-live="polite">
      <div>
        <Button isPending={isPending} onPress={() => mutate()}>
          {text}
        </Button>
      </div>
      {error && !isPending && <Problem error={error} />}
      {data && !isPending && <Result label={label} outcome={data} />}
    </div>
  );
}

interface Consent<Result> {
  /** Requests consent; resolves to a result with the address of the consent page, null where none is needed. */
  readonly request: () => Promise<Result & { readonly authorizationUrl: string | null }>;
  readonly onRequested?: (result: Result) => void;
}

/**
 * Opens a vendor's consent page in a window of its own. Browsers allow a page to open a window only during a user's action, so that it is
 * opened before its address is known; `blockedUrl` is set where the browser blocked it.
 */
export function useConsent<Result>({ request, onRequested }: Consent<Result>) {
  const [blockedUrl, setBlockedUrl] = useState<string>();
  const { mutate, ...mutation } = useSubmission({
    mutationFn: (_view: Window | null) => request(),
    onSuccess(result, view) {
      const { authorizationUrl } = result;
      if (authorizationUrl === null) view?.close();
      else if (view) view.location.href = authorizationUrl;
      setBlockedUrl(view ? undefined : (authorizationUrl ?? undefined));
      onRequested?.(result);
    },
    onError: (_error, view) => view?.close(),
  });
  function begin() {
    const view = window.open('', '_blank');
    // The vendor's page must not have access to this one.
    if (view) view.opener = null;
    mutate(view);
  }
  return { begin, blockedUrl, isPending: mutation.isPending, error: mutation.error };
}
