import { type ConfigForm, DocfleetError } from '@docfleet/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { issuesOf } from '../../parts/describe-problem.ts';
import { DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/problem.tsx';
import { showToast } from '../../parts/toasts.tsx';
import {
  type ConfigValues,
  configOf,
  type FieldsForm,
  fieldsOf,
  isUnset,
  providerOf,
} from './config-values.ts';
import './config-editor.css';
import { useSubmission } from '../../use-submission.ts';

interface ConfigFieldsProps {
  readonly form: FieldsForm;
  readonly values: ConfigValues;
  readonly onChange: (values: ConfigValues) => void;
  /** Errors that the service reported for the form's fields. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

interface OneFieldProps extends ConfigFieldsProps {
  readonly field: ReturnType<typeof fieldsOf>[number];
}

function OneField({ form, field, values, onChange, issues }: OneFieldProps) {
  const { path, help, example, secret, required, options, type } = field;
  const label = required ? field.label : `${field.label} (optional)`;
  const text = values.texts[path] ?? '';
  const change = (next: string) => onChange({ ...values, texts: { ...values.texts, [path]: next } });
  if (options) {
    const unset = required ? [] : [{ value: '', label: 'Default' }];
    return (
      <Choice
        label={label}
        value={text || (required ? options[0] : '')}
        options={[...unset, ...options.map((value) => ({ value, label: value }))]}
        onChange={change}
      />
    );
  }
  const issue = issues.find((found) => found.path === `${form.config}.${path}`);
  return (
    <Field
      label={label}
      value={text}
      onChange={change}
      error={issue?.message}
      type={secret ? 'password' : 'text'}
      {...(type === 'list' && { rows: 2 })}
      autoComplete="off"
      hint={type === 'list' ? `${help ?? ''} (one a line)` : help}
      placeholder={example ?? ''}
    />
  );
}

/** Fields of a configuration: the choice of its provider, and the settings of that provider. */
export function ConfigFields(props: ConfigFieldsProps) {
  const { form, values, onChange } = props;
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
      {/* Of a form without a choice it is the form's own, which stands above. */}
      {form.discriminator && help && <p className="soft small">{help}</p>}
      {fieldsOf(form, values).map((field) => (
        <OneField key={`${values.provider} ${field.path}`} {...props} field={field} />
      ))}
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
      api.namespaces.update({ namespaceId, [form.config]: config, ...(reembed && { reembed }) }),
    onSuccess({ ingestJobRunId }) {
      const text = ingestJobRunId ? 'Saved. All documents are being embedded again.' : 'Saved';
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
  const needsEmbedding = error instanceof DocfleetError && error.code === 'NAMESPACE_CONFLICT';
  const hasSecrets = fieldsOf(form, values).some(({ secret }) => secret);
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const config = isUnset(form, values) ? null : configOf(form, values);
        mutate({ config, reembed: needsEmbedding });
      }}
    >
      {form.help && <p className="soft">{form.help}</p>}
      <ConfigFields form={form} values={values} onChange={setValues} issues={issuesOf(error)} />
      {isSet && hasSecrets && (
        <p className="soft small">Stored secrets are not shown. Enter them again to save a change.</p>
      )}
      {error && <Problem error={error} />}
      <DialogButtons>
        {!form.required && isSet && (
          <Button isDisabled={isPending} onPress={() => mutate({ config: null })}>
            Remove
          </Button>
        )}
        {onClose && <Button onPress={onClose}>Cancel</Button>}
        <Button type="submit" look="primary" isPending={isPending}>
          {needsEmbedding ? 'Save and embed all documents again' : 'Save'}
        </Button>
      </DialogButtons>
    </Form>
  );
}
