export {
  type ConversionResult,
  createConversion,
  endConversion,
  findConversionResult,
  findWaitingConversion,
  readConversionFile,
  removeConversion,
  removeExpiredConversions,
} from './conversion.ts';
export { createEstimate, judgeContent, readEstimateOrder } from './estimate.ts';
export type {
  ContentCounts,
  EstimatedItem,
  EstimateOrder,
  EstimateOutcome,
  Figure,
} from './estimate-outcome.ts';
