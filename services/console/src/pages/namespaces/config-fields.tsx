import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import type { ConfigField, ConfigForm } from './config-forms.ts';
import { type ConfigValues, fieldsOf } from './config-values.ts';

interface ConfigFieldsProps {
  readonly form: ConfigForm;
  readonly values: ConfigValues;
  readonly onChange: (values: ConfigValues) => void;
  /** What the service said of its fields. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

interface OneFieldProps extends ConfigFieldsProps {
  readonly field: ConfigField;
}

function OneField({ form, field, values, onChange, issues }: OneFieldProps) {
  const { path, label, hint, placeholder, isSecret, isOptional, options } = field;
  const text = values.texts[path] ?? '';
  const change = (next: string) => onChange({ ...values, texts: { ...values.texts, [path]: next } });
  if (options)
    return (
      <Choice
        label={label}
        value={text || options[0]}
        options={options.map((value) => ({ value, label: value }))}
        onChange={change}
      />
    );
  const issue = issues.find((found) => found.path === `${form.name}.${path}`);
  return (
    <Field
      label={isOptional ? `${label} (optional)` : label}
      value={text}
      onChange={change}
      error={issue?.message}
      type={isSecret ? 'password' : 'text'}
      autoComplete="off"
      {...(hint !== undefined && { hint })}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}

/** The fields of a configuration: which provider, and what that one asks for. */
export function ConfigFields(props: ConfigFieldsProps) {
  const { form, values, onChange } = props;
  const options = Object.entries(form.kinds).map(([value, { label }]) => ({ value, label }));
  return (
    <>
      {form.kindField && (
        <Choice
          label={form.label}
          value={values.kind}
          options={options}
          onChange={(kind) => onChange({ ...values, kind })}
        />
      )}
      {fieldsOf(form, values).map((field) => (
        <OneField key={`${values.kind} ${field.path}`} {...props} field={field} />
      ))}
    </>
  );
}
