export { checkLeftovers, checkNamespace } from './check.ts';
export {
  type ConsistencyCheck,
  describeFinding,
  type Finding,
  type FindingKind,
} from './consistency-check.ts';
export { type Repair, repair } from './repair.ts';
