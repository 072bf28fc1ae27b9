export { createVault, type Vault } from './vault.ts';
export { redactedReason } from './redacted-reason.ts';
