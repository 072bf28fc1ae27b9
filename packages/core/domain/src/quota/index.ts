export { readOwnQuotas, setOwnQuotas } from './own-quotas.ts';
export {
  type Amount,
  amounts,
  type QuotaLevel,
  type QuotaLimits,
  quotaLevels,
  quotaLimits,
  quotaSettings,
  type Stored,
} from './quota-limits.ts';
export { createQuotas, type Quotas, type Reservation } from './quotas.ts';
export { readAllStored, readStored, readStoredByNamespace, rollUpStorage } from './read-stored.ts';
