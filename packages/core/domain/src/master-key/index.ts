export { type MasterKeys, openVault } from './open-vault.ts';
export { resealSecrets } from './reseal-secrets.ts';
export type { Resealing } from './resealing.ts';
