export {
  authenticate,
  explainRefusal,
  isApiKeyUsable,
  type Principal,
  recordApiKeyUse,
} from './authenticate.ts';
export { createApiKey, highestRateLimit } from './create-api-key.ts';
export {
  type ApiKey,
  apiKeyStatus,
  apiKeyStatuses,
  findApiKey,
  findOrganizationOfApiKey,
  listApiKeys,
} from './find-api-keys.ts';
export { idOfKey } from './key-format.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { gracePeriodSeconds, rotateApiKey } from './rotate-api-key.ts';
