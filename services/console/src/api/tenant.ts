import { createStore } from '../store.ts';

const kept = 'docfleet-tenant';

/** The tenant that all requests are about; empty: all tenants. */
export const tenant = createStore(localStorage.getItem(kept) ?? '');

/** What the service takes for the name of a tenant. */
export const isTenantId = (text: string): boolean => /^[A-Za-z0-9._~-]{1,64}$/.test(text);

/** Shows one tenant's things from now on, or everybody's. */
export function chooseTenant(tenantId: string): void {
  localStorage.setItem(kept, tenantId);
  tenant.set(tenantId);
}
