export { createFairQueue, type FairQueue, inTurns } from './fair-queue.ts';
export { currentOwner, type Owner, withOwner } from './owner.ts';
export { compareUsage, createUsage, type Usage } from './usage.ts';
