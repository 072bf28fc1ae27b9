import type { ConfigForm, ConnectionForm, Input } from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { FieldsForm } from './config-values.ts';

/** A configuration of which the service can check whether it works: all but those of connectors. */
export interface CheckedForm extends ConfigForm {
  readonly config: NonNullable<Input<'POST /v1/namespaces/check'>['only']>[number];
}

const isChecked = (form: ConfigForm): form is CheckedForm => form.connector === null;

/** One form for each connector, with its ways to sign in as the providers of a configuration. */
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

/** The forms of configurations, as the installation's providers describe them. */
export const configFormsQuery = queryOptions({
  queryKey: ['providers'],
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn({ signal }) {
    const { configurations, connections } = await api.providers.list({}, { signal });
    return {
      /** Of connections that are given access by their settings, in place of a consent. */
      connections: settingsForms(connections),
      /** The same, each way by itself. */
      ways: connections,
      checked: configurations.filter(isChecked),
      connectors: configurations.filter(({ connector }) => connector !== null),
    };
  },
});
