import type { ConfigForm, ConnectionForm, Input } from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { FieldsForm } from './config-values.ts';

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
