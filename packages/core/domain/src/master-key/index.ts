export { type MasterKeys, openVault } from './open-vault.ts';
export { type Resealing, resealSecrets } from './reseal-secrets.ts';
