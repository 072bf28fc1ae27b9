import { createId, type NamespaceConfigs } from '@docfleet/domain';
import { checkProviders, closeProviders, openProviders } from '@docfleet/namespace-providers';
import type { GatewayContext } from './context.ts';
import { invalidInput } from './http/issues.ts';

/** Tries configurations out; throws an INVALID_REQUEST that names each field which has to be mended, of `only` if given. */
export async function checkConfigs(
  configs: NamespaceConfigs,
  { providerSettings }: Pick<GatewayContext, 'providerSettings'>,
  only?: readonly string[],
): Promise<void> {
  // A place of its own: the stores of the namespace itself are in use, or do not exist yet.
  const unused = { id: createId(), configs, generation: 1, formerConfigs: undefined, reembedding: false };
  const providers = openProviders(unused, providerSettings);
  try {
    const issues = await checkProviders(providers, only);
    if (issues.length > 0) throw invalidInput(issues, { default: 'INVALID_REQUEST' });
  } finally {
    await closeProviders(providers);
  }
}
