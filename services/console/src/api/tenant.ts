import { createStore } from '../store.ts';

const kept = 'docfleet-tenant';

/** The tenant that all requests are about; empty: all tenants. */
export const tenant = createStore(localStorage.getItem(kept) ?? '');

/** Whether a text is a valid tenant id for the service. */
export const isTenantId = (text: string): boolean => /^[A-Za-z0-9._~-]{1,64}$/.test(text);

/** Shows the data of one tenant from now on, or of all of them. */
export function chooseTenant(tenantId: string): void {
  localStorage.setItem(kept, tenantId);
  tenant.set(tenantId);
}
