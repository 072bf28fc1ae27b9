export {
  createGatedChange,
  endGatedChange,
  findGatedChange,
  findUnsettledChange,
  findUnsettledChanges,
  type GatedChange,
  listGatedChanges,
  settleGatedChange,
} from './gated-changes.ts';
export { applyGatedChange, judgeGatedChange, startGateEvaluations } from './judge-change.ts';
export {
  type DocumentToShadow,
  endShadowDocument,
  findShadowVectors,
  findUnshadowed,
  markShadowStored,
  recordShadowChunks,
  type ShadowBuild,
} from './shadow-documents.ts';
