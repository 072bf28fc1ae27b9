import { useState } from 'react';
import { useDraft } from '../../use-draft.ts';
import type { CheckedForm } from '../namespaces/config-forms.ts';
import {
  type ConfigValues,
  configOf,
  emptyValues,
  isUnset,
  withoutSecrets,
} from '../namespaces/config-values.ts';
import type { Configs } from '../namespaces/use-checks.ts';

type AllValues = Readonly<Record<string, ConfigValues | undefined>>;

/** Holds the values of the configurations' forms. They survive a reload, except for secrets, which are kept in memory only. */
export function useConfigForms(forms: readonly CheckedForm[]) {
  const [kept, keep, forget] = useDraft<AllValues>('namespace-forms', {});
  const [typed, setTyped] = useState<AllValues>(kept);
  const values = (form: CheckedForm): ConfigValues => typed[form.config] ?? emptyValues(form);
  return {
    values,
    change(form: CheckedForm, next: ConfigValues) {
      setTyped({ ...typed, [form.config]: next });
      keep({ ...kept, [form.config]: withoutSecrets(form, next) });
    },
    /** Returns the configurations for the API, which reports missing fields. */
    configs: (): Configs =>
      Object.fromEntries(
        forms
          .filter((form) => !isUnset(form, values(form)))
          .map((form) => [form.config, configOf(form, values(form))]),
      ),
    forget,
  };
}
