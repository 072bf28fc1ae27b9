export { checkLeftovers, checkNamespace } from './check.ts';
export type { ConsistencyCheck } from './consistency-check.ts';
export { describeFinding, type Finding, type FindingKind } from './finding.ts';
export { type Repair, repair } from './repair.ts';
