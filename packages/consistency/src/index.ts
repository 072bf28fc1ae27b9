export type { Examination } from './examination.ts';
export { examineNamespace, examineRemains } from './examine.ts';
export { describeFinding, type Finding, type FindingKind } from './finding.ts';
export { type Mending, mend } from './mend.ts';
