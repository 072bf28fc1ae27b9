export {
  type ApiKey,
  apiKeyStatus,
  apiKeyStatuses,
  authenticate,
  explainRefusal,
  findApiKey,
  findOrganizationOfApiKey,
  idOfKey,
  isApiKeyUsable,
  listApiKeys,
  type Principal,
  recordApiKeyUse,
} from './api-key.ts';
export {
  createApiKey,
  gracePeriodSeconds,
  maxRateLimit,
  revokeApiKey,
  rotateApiKey,
} from './change-api-keys.ts';
