export {
  type Amount,
  amounts,
  type QuotaLevel,
  type QuotaLimits,
  quotaLevels,
  quotaLimits,
  quotaSettings,
  readAllStored,
  readOwnQuotas,
  readStored,
  readStoredByNamespace,
  rollUpStorage,
  type Stored,
  setOwnQuotas,
} from './quota-limits.ts';
export { createQuotas, type Quotas, type Reservation } from './quotas.ts';
