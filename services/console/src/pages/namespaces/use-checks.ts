import type { Input } from '@docfleet/sdk';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { CheckedForm } from './config-forms.ts';

/** Configurations in the form of the API. */
export type Configs = Omit<Input<'POST /v1/namespaces/check'>, 'only'>;

interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Errors by configuration: empty if it works, undefined while it is being checked. */
export type CheckResults = Partial<Record<CheckedForm['config'], readonly Issue[] | undefined>>;

/** Checks all configurations concurrently, and shows each result when it arrives. */
export function useChecks(forms: readonly CheckedForm[]) {
  const [results, setResults] = useState<CheckResults>({});
  /** Checks the configurations; resolves to whether all of them work. */
  async function run(configs: Configs): Promise<boolean> {
    const checked = forms.filter(({ required, config }) => required || config in configs);
    setResults(Object.fromEntries(checked.map(({ config }) => [config, undefined])));
    const check = async ({ config }: CheckedForm) => {
      const { issues } = await api.namespaces.check({ ...configs, only: [config] });
      setResults((before) => ({ ...before, [config]: issues }));
      return issues.length === 0;
    };
    try {
      return (await Promise.all(checked.map(check))).every(Boolean);
    } catch (error) {
      // The service rejected the request, so that nothing was checked.
      setResults({});
      throw error;
    }
  }
  return { results, run };
}
