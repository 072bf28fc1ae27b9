export { redactedReason } from './redacted-reason.ts';
export { createVault, type Vault } from './vault.ts';
