import { keep, readKept } from '../kept.ts';
import { createStore } from '../store.ts';

const kept = 'docfleet-tenant';

/** Id of the tenant whose data this tab shows; empty for all tenants. */
export const tenant = createStore(readKept('sessionStorage', kept) ?? '');

/** Returns whether the service accepts a text as the id of a tenant. */
export const isTenantId = (text: string): boolean => /^[A-Za-z0-9._~-]{1,64}$/.test(text);

/** Shows the data of one tenant in this tab from now on; of all tenants for an empty id. */
export function chooseTenant(tenantId: string): void {
  keep('sessionStorage', kept, tenantId);
  tenant.set(tenantId);
}
