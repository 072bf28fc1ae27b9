import type { ConfigForm, Input } from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** A configuration of which the service can check whether it works: all but those of connectors. */
export interface CheckedForm extends ConfigForm {
  readonly config: NonNullable<Input<'POST /v1/namespaces/check'>['only']>[number];
}

const isChecked = (form: ConfigForm): form is CheckedForm => form.connector === null;

/** The forms of configurations, as the installation's providers describe them. */
export const configFormsQuery = queryOptions({
  queryKey: ['providers'],
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn({ signal }) {
    const { configurations, connections } = await api.providers.list({}, { signal });
    return {
      /** Of connections that are given access by their settings. */
      connections: connections.map(({ connector, label, fields, setup }) => ({
        connector,
        label,
        setup,
        config: 'settings',
        required: true,
        discriminator: null,
        providers: [{ name: null, label, help: null, fields }],
      })),
      checked: configurations.filter(isChecked),
      connectors: configurations.filter(({ connector }) => connector !== null),
    };
  },
});
