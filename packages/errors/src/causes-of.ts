import { types } from 'node:util';

/** Beyond it there is a circle. */
const maxCauses = 16;

/** An error and what caused it, outermost first; none of what is no error. Node and SDKs hide what went wrong a few levels down. */
export function causesOf(error: unknown): (Error & { readonly code?: unknown })[] {
  const chain: Error[] = [];
  for (let link = error; types.isNativeError(link) && chain.length < maxCauses; link = link.cause)
    chain.push(link);
  return chain;
}
