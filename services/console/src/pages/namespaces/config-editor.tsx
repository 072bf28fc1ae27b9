import { type ConfigForm, type ConnectionForm, DocfleetError, type Input } from '@docfleet/sdk';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { issuesOf } from '../../parts/describe-problem.ts';
import { Choice } from '../../parts/fields.tsx';
import { Form, type FormField, FormFields, useGroupLabel } from '../../parts/form.tsx';
import { showToast } from '../../parts/toasts.tsx';
import {
  type ConfigField,
  type ConfigValues,
  configOf,
  type FieldsForm,
  fieldsOf,
  isUnset,
  providerOf,
} from './config-values.ts';
import './namespaces.css';
import { useSubmission } from '../../use-submission.ts';

/** Form of a configuration that the service can check: all but those of connectors. */
export interface CheckedForm extends ConfigForm {
  readonly config: NonNullable<Input<'POST /v1/namespaces/check'>['only']>[number];
}

const isChecked = (form: ConfigForm): form is CheckedForm => form.connector === null;

/** Returns one form per connector without consent. Its methods of access take the place of a configuration's providers. */
function settingsForms(
  forms: readonly ConnectionForm[],
): readonly (FieldsForm & Pick<ConnectionForm, 'connector'>)[] {
  const firstOnes = forms.filter(
    (form, at) => forms.findIndex(({ connector }) => connector === form.connector) === at,
  );
  return firstOnes.map(({ connector }) => {
    const methods = forms.filter((form) => form.connector === connector);
    const isChosen = methods.length > 1;
    return {
      connector,
      label: 'Access',
      config: 'settings',
      required: true,
      discriminator: isChosen ? 'method' : null,
      providers: methods.map(({ method, label, fields }) => ({
        name: isChosen ? method : null,
        label,
        help: null,
        fields,
      })),
    };
  });
}

/** Loads the forms of configurations, which the service describes from its providers. */
export const configFormsQuery = queryOptions({
  queryKey: ['providers'],
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn({ signal }) {
    const { configurations, connections } = await api.providers.list({}, { signal });
    return {
      /** Forms for the settings of connections without consent, one per connector. */
      connections: settingsForms(connections),
      /** Forms for the settings of connections without consent, one per method of access. */
      ways: connections,
      checked: configurations.filter(isChecked),
      connectors: configurations.filter(({ connector }) => connector !== null),
    };
  },
});

interface ConfigFieldsProps {
  readonly form: FieldsForm;
  readonly values: ConfigValues;
  readonly onChange: (values: ConfigValues) => void;
  /** Errors that the service reported for the form's fields. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

/** Returns the field of a form for a setting that the service describes. */
function fieldOf({ path, label, help, example, secret, required, options, type }: ConfigField): FormField {
  const unset = required ? [] : [{ value: '', label: 'Default' }];
  return {
    name: path,
    label: required ? label : `${label} (optional)`,
    hint: type === 'list' ? `${help ?? ''} (one a line)` : help,
    placeholder: example ?? '',
    type: secret ? 'password' : 'text',
    autoComplete: 'off',
    ...(type === 'list' && { rows: 2 }),
    ...(options && { options: [...unset, ...options.map((value) => ({ value, label: value }))] }),
  };
}

/** Returns the texts with the first option for a required setting that has none. */
const textsOf = (fields: readonly ConfigField[], texts: ConfigValues['texts']) => ({
  ...Object.fromEntries(
    fields.flatMap(({ path, options, required }) => (options && required ? [[path, options[0] ?? '']] : [])),
  ),
  ...texts,
});

/** Fields of a configuration: the choice of its provider, and the settings of that provider. */
export function ConfigFields(props: ConfigFieldsProps) {
  const { form, values, onChange, issues } = props;
  useGroupLabel(form.config, form.label);
  const fields = fieldsOf(form, values);
  const none = form.required ? [] : [{ value: '', label: 'None' }];
  const options = [...none, ...form.providers.map(({ name, label }) => ({ value: name ?? '', label }))];
  const help = providerOf(form, values)?.help;
  return (
    <>
      {form.discriminator && options.length > 1 && (
        <Choice
          label={form.label}
          value={values.provider ?? ''}
          options={options}
          onChange={(provider) => onChange({ ...values, provider: provider || null })}
        />
      )}
      {/* A form without a choice has its own description, which is shown above. */}
      {form.discriminator && help && <p className="soft small">{help}</p>}
      <FormFields
        key={values.provider}
        fields={fields.map(fieldOf)}
        path={`${form.config}.`}
        values={textsOf(fields, values.texts)}
        onChange={(_, change) => onChange({ ...values, texts: Object.assign({}, values.texts, change) })}
        error={issues}
      />
    </>
  );
}

interface ConfigEditorProps {
  readonly namespaceId: string;
  readonly form: ConfigForm;
  /** Current values, without secrets. */
  readonly initial: ConfigValues;
  readonly isSet: boolean;
  readonly onClose?: (() => void) | undefined;
}

interface Change {
  /** New configuration; null removes it. */
  readonly config: Readonly<Record<string, unknown>> | null;
  readonly reembed?: boolean;
}

/** Returns the mutation that saves a configuration; the service checks it first and rejects one that does not work. */
function useUpdate({ namespaceId, form, onClose }: ConfigEditorProps) {
  const queries = useQueryClient();
  return useSubmission({
    mutationFn: ({ config, reembed }: Change) =>
      // A store that does not respond is reported at once: its address may be wrong.
      api.namespaces.update(
        { namespaceId, [form.config]: config, ...(reembed && { reembed }) },
        { maxRetries: 0 },
      ),
    onSuccess({ ingestJobRunId }) {
      const text = ingestJobRunId ? 'Saved. The overview shows how far its documents are.' : 'Saved';
      showToast({ tone: 'good', text });
      void queries.invalidateQueries();
      onClose?.();
    },
  });
}

/** Dialog that edits one configuration of a namespace. */
export function ConfigEditor(props: ConfigEditorProps) {
  const { form, initial, isSet, onClose } = props;
  const [values, setValues] = useState(initial);
  const { mutate, isPending, error } = useUpdate(props);
  // A conflict that passes by itself names the time to wait: embedding again would not resolve it.
  const needsEmbedding =
    error instanceof DocfleetError &&
    error.code === 'NAMESPACE_CONFLICT' &&
    error.details['retryAfter'] === undefined;
  const hasSecrets = fieldsOf(form, values).some(({ secret }) => secret);
  return (
    <Form
      action={needsEmbedding ? 'Save and embed all documents again' : 'Save'}
      isDialog
      onClose={onClose}
      isPending={isPending}
      error={error}
      aside={
        !form.required &&
        isSet && (
          <Button isDisabled={isPending} onPress={() => mutate({ config: null })}>
            Remove
          </Button>
        )
      }
      onSubmit={() => {
        const config = isUnset(form, values) ? null : configOf(form, values);
        mutate({ config, reembed: needsEmbedding });
      }}
    >
      {form.help && <p className="soft">{form.help}</p>}
      <ConfigFields form={form} values={values} onChange={setValues} issues={issuesOf(error)} />
      {isSet && hasSecrets && values.provider === initial.provider && (
        <p className="soft small">Stored secrets are not shown. Enter them again to save a change.</p>
      )}
    </Form>
  );
}
