import { useState } from 'react';
import { useDraft } from '../../use-draft.ts';
import { type ConfigForm, configForms } from '../namespaces/config-forms.ts';
import { type ConfigValues, configOf, emptyValues, fieldsOf } from '../namespaces/config-values.ts';
import type { Configs } from '../namespaces/use-checks.ts';

type AllValues = Readonly<Record<string, ConfigValues | undefined>>;

/** What of a form may be kept: everything but its secrets. */
function withoutSecrets(form: ConfigForm, values: ConfigValues): ConfigValues {
  const secrets = fieldsOf(form, values).flatMap(({ path, isSecret }) => (isSecret ? [path] : []));
  const texts = Object.entries(values.texts).filter(([path]) => !secrets.includes(path));
  return { ...values, texts: Object.fromEntries(texts) };
}

/** The forms of the four configurations. What is typed outlives a reload, but for secrets, which are in memory alone. */
export function useConfigForms() {
  const [kept, keep, forget] = useDraft<AllValues>('namespace-configs', {});
  const [typed, setTyped] = useState<AllValues>(kept);
  const values = (form: ConfigForm): ConfigValues => typed[form.name] ?? emptyValues(form);
  return {
    values,
    change(form: ConfigForm, next: ConfigValues) {
      setTyped({ ...typed, [form.name]: next });
      keep({ ...kept, [form.name]: withoutSecrets(form, next) });
    },
    /** As the API takes them: the service judges what is missing. */
    configs: () =>
      Object.fromEntries(configForms.map((form) => [form.name, configOf(form, values(form))])) as Configs,
    forget,
  };
}
