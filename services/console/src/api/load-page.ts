import { fetchAsUser } from './console-fetch.ts';

const retryAfterMs = 2_000;

/** Resolves once the service responds with any status; the requests update the banner. */
async function untilReachable(): Promise<void> {
  for (;;) {
    try {
      await fetchAsUser(`${location.origin}/console/`, { method: 'HEAD', cache: 'no-store' });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    }
  }
}

/**
 * Loads the module of a page. Where the connection is lost, it waits and loads it once more: the router would reload the document, which
 * a browser without a connection replaces by its own error page.
 */
export async function loadPage<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await untilReachable();
    return await load();
  }
}
