export {
  createConversion,
  endConversion,
  findConversionOutcome,
  findWaitingConversion,
  readConversionFile,
  removeConversion,
  removeExpiredConversions,
} from './conversion.ts';
export { createEstimate, judgeContent, readEstimateOrder } from './estimate.ts';
export type * from './estimate-outcome.ts';
