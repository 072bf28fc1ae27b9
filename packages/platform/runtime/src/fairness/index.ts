export { createFairQueue, type FairQueue, inTurns } from './fair-queue.ts';
export {
  type ActiveOwners,
  compareUsage,
  createActiveOwners,
  createUsage,
  currentOwner,
  type Owner,
  type Usage,
  withOwner,
} from './owner.ts';
export { createTurns, type Turn, type Turns } from './turns.ts';
