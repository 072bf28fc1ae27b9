export { collectNotRead, maxNotReadEntries, type NotReadCollector } from './collect-not-read.ts';
export { type NotRead, type NotReadKind, type NotReadReport, notReadKinds } from './not-read.ts';
