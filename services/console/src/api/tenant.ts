import { keep, readKept } from '../kept.ts';
import { createStore } from '../store.ts';

const kept = 'docfleet-tenant';

/** The tenant that all requests of this tab are about; empty: all tenants. */
export const tenant = createStore(readKept('sessionStorage', kept) ?? '');

/** Whether a text is a valid tenant id for the service. */
export const isTenantId = (text: string): boolean => /^[A-Za-z0-9._~-]{1,64}$/.test(text);

/** Shows the data of one tenant in this tab from now on, or of all of them. */
export function chooseTenant(tenantId: string): void {
  keep('sessionStorage', kept, tenantId);
  tenant.set(tenantId);
}
