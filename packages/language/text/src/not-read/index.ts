export {
  collectNotRead,
  maxNotReadEntries,
  type NotRead,
  type NotReadCollector,
  type NotReadKind,
  type NotReadReport,
  notReadKinds,
} from './not-read.ts';
