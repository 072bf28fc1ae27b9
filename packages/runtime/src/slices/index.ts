export { inSlices, type SliceOptions, startSlices } from './in-slices.ts';
