import { createId } from '@docfleet/domain/database';
import { currentIndexing, type NamespaceConfigs } from '@docfleet/domain/namespace';
import {
  checkProviders,
  closeProviders,
  openProviders,
  type ProviderIssue,
} from '@docfleet/pipeline/providers';
import type { GatewayContext } from '../http/context.ts';
import { invalidInput } from '../http/issues.ts';

type Trying = Pick<GatewayContext, 'providerSettings'>;

/** Checks configurations, or `only` some of them; returns an issue for each field to correct. */
export async function findConfigIssues(
  configs: NamespaceConfigs,
  { providerSettings }: Trying,
  only?: readonly string[],
): Promise<ProviderIssue[]> {
  // A place of its own: the stores of the namespace itself are in use, or do not exist yet.
  const unused = {
    id: createId(),
    configs,
    generation: 1,
    previousConfigs: undefined,
    shadow: undefined,
    reembedding: false,
    ...currentIndexing,
  };
  const providers = openProviders(unused, providerSettings);
  try {
    return await checkProviders(providers, only);
  } finally {
    await closeProviders(providers);
  }
}

/** The same, as a refusal: throws an INVALID_REQUEST that names the fields. */
export async function checkConfigs(
  configs: NamespaceConfigs,
  context: Trying,
  only?: readonly string[],
): Promise<void> {
  const issues = await findConfigIssues(configs, context, only);
  if (issues.length > 0) throw invalidInput(issues, { default: 'INVALID_REQUEST' });
}
