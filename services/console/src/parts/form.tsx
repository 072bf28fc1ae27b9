import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { Form as AriaForm } from 'react-aria-components/Form';
import { Button } from './button.tsx';
import { issuesOf } from './describe-problem.ts';
import { type CheckOption, Checks, Choice, Field, Radios } from './fields.tsx';
import { Problem } from './problem.tsx';

interface FormProps {
  readonly onSubmit: () => void;
  /** Label of the button that submits the form. */
  readonly action: string;
  readonly look?: 'primary' | 'danger';
  readonly isPending: boolean;
  readonly isDisabled?: boolean;
  readonly error: unknown;
  /** Label and effect of the button that leaves the form. */
  readonly dismissal?: string;
  readonly onClose?: (() => void) | undefined;
  /** Content beside the buttons. */
  readonly aside?: ReactNode;
  /** Whether the form fills a dialog, whose buttons are at its end. */
  readonly isDialog?: boolean;
  /** Whether the form is at most as wide as a text. */
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

/** Labels of a form's fields by the paths by which errors of the service name them. */
const Labels = createContext<Map<string, string> | undefined>(undefined);

/** Sets the label of a group of fields by which errors of the service are to name it. Of a path below it, fields come first. */
export function useGroupLabel(path: string, label: string): void {
  const labels = useContext(Labels);
  useEffect(() => void labels?.set(path, label));
}

/** Form with its fields, the error of its submission, and its buttons. */
export function Form(props: FormProps) {
  const { onSubmit, action, look = 'primary', isPending, isDisabled = false, error, children } = props;
  const { onClose, dismissal = 'Cancel', aside, isDialog = false, isNarrow = false } = props;
  const [labels] = useState(() => new Map<string, string>());
  const submit = (
    <Button type="submit" look={look} isDisabled={isDisabled} isPending={isPending}>
      {action}
    </Button>
  );
  const leave = onClose && <Button onPress={onClose}>{dismissal}</Button>;
  return (
    <AriaForm
      className={isNarrow ? 'stack narrow' : 'stack'}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDisabled) onSubmit();
      }}
    >
      <Labels value={labels}>{children}</Labels>
      {error != null && <Problem error={error} labels={labels} />}
      {isDialog ? (
        <div className="dialog-buttons">
          {aside}
          {leave}
          {submit}
        </div>
      ) : (
        <div className="row">
          {submit}
          {leave}
          {aside}
        </div>
      )}
    </AriaForm>
  );
}

/** Field of a form. Without options it is a text; with `look` its options are radio buttons or checkboxes, else a select box. */
export interface FormField {
  readonly name: string;
  /** Path by which errors of the service name the field; by default its name. */
  readonly issue?: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string | undefined;
  readonly isRequired?: boolean;
  readonly type?: 'text' | 'password' | 'url' | 'date';
  /** Whether only digits can be entered. */
  readonly isNumber?: boolean;
  readonly maxLength?: number;
  /** Number of lines of a text; undefined for one. */
  readonly rows?: number;
  readonly autoFocus?: boolean;
  readonly autoComplete?: string;
  readonly options?: readonly CheckOption<string>[];
  readonly groups?: readonly { readonly label?: string; readonly options: readonly CheckOption<string>[] }[];
  readonly look?: 'radios';
  /** Error that the entered value has by itself. */
  readonly error?: string | undefined;
}

interface FormFieldsProps<Values> {
  readonly fields: readonly FormField[];
  readonly values: Values;
  /** Called with all values, and with the one that has changed. */
  readonly onChange: (values: Values, change: Partial<Values>) => void;
  /** Error of the submission, which names the fields that are wrong, or those errors. */
  readonly error?: unknown;
  /** Errors name fields below this path. */
  readonly path?: string;
}

/** Fields of a form, from their descriptions. */
export const FormFields = <Values extends object>(props: FormFieldsProps<Values>) => {
  const { fields, values, onChange, error, path = '' } = props;
  const issues = Array.isArray(error) ? (error as ReturnType<typeof issuesOf>) : issuesOf(error);
  const labels = useContext(Labels);
  useEffect(() => {
    for (const { name, issue = name, label } of fields)
      labels?.set(`${path}${issue}`, label.replace(/ \(optional\)$/, ''));
  });
  return fields.map((field) => {
    const { name, issue: place = name, ...look } = field;
    const issue = issues.find((one) => `${one.path}.`.startsWith(`${path}${place}.`));
    return (
      <OneField
        key={name}
        {...look}
        error={issue?.message ?? field.error}
        // The caller's descriptions name its values.
        value={values[name as keyof Values]}
        onChange={(value) => {
          const change = { [name]: value } as Partial<Values>;
          onChange({ ...values, ...change }, change);
        }}
      />
    );
  });
};

interface OneFieldProps extends Omit<FormField, 'name' | 'issue'> {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function OneField({ options, groups, look, isNumber, value, onChange, error, ...field }: OneFieldProps) {
  const { label, hint } = field;
  if (groups)
    return (
      <Checks
        label={label}
        hint={hint}
        groups={groups}
        error={error}
        onChange={onChange}
        value={value as readonly string[]}
      />
    );
  if (options && look === 'radios')
    return <Radios label={label} hint={hint} options={options} onChange={onChange} value={String(value)} />;
  if (options)
    return <Choice label={label} options={options} onChange={onChange} value={String(value ?? '')} />;
  return (
    <Field
      {...field}
      placeholder={field.placeholder ?? ''}
      {...(isNumber && { inputMode: 'numeric' as const })}
      value={String(value ?? '')}
      onChange={(text) => onChange(isNumber ? text.replaceAll(/\D/g, '') : text)}
      error={error}
    />
  );
}
