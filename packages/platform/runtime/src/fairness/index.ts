export { type ActiveOwners, createActiveOwners } from './active-owners.ts';
export { createFairQueue, type FairQueue, inTurns } from './fair-queue.ts';
export { currentOwner, type Owner, withOwner } from './owner.ts';
export { createTurns, type Turn, type Turns } from './turns.ts';
export { compareUsage, createUsage, type Usage } from './usage.ts';
