export { createVault, redactedReason, type Vault } from './vault.ts';
