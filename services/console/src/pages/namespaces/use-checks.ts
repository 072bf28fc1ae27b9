import type { Input } from '@docfleet/sdk';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { type ConfigForm, configForms, type TriedConfig } from './config-forms.ts';

/** Configurations as the API takes them. */
export type Configs = Omit<Input<'POST /v1/namespaces/check'>, 'only'>;

interface Issue {
  readonly path: string;
  readonly message: string;
}

/** By configuration: what has to be mended, nothing when it works; undefined while it is being tried. */
export type CheckResults = Partial<Record<TriedConfig, readonly Issue[] | undefined>>;

/** Tries the four configurations at once, and shows each result as it comes. */
export function useChecks() {
  const [results, setResults] = useState<CheckResults>({});
  /** Resolves to whether all is well. */
  async function run(configs: Configs): Promise<boolean> {
    setResults(Object.fromEntries(configForms.map(({ name }) => [name, undefined])));
    const tryOut = async ({ name }: ConfigForm<TriedConfig>) => {
      const { issues } = await api.namespaces.check({ ...configs, only: [name] });
      setResults((before) => ({ ...before, [name]: issues }));
      return issues.length === 0;
    };
    try {
      return (await Promise.all(configForms.map(tryOut))).every(Boolean);
    } catch (error) {
      // Nothing was tried of what the service did not understand.
      setResults({});
      throw error;
    }
  }
  return { results, run };
}
