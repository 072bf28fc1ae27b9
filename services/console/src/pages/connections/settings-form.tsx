import type { Connector, Input } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { Button } from '../../parts/button.tsx';
import { issuesOf } from '../../parts/describe-problem.ts';
import { Field } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useSubmission } from '../../use-submission.ts';
import { ConfigFields } from '../namespaces/config-editor.tsx';
import { configFormsQuery } from '../namespaces/config-forms.ts';
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
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({
          name: name || label,
          settings: configOf(form, values) as unknown as ConnectionSettings,
        });
      }}
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
      {error && <Problem error={error} />}
      <div>
        <Button type="submit" look="primary" isPending={isPending}>
          {action}
        </Button>
      </div>
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
