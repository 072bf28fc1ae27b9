export { analyze } from './analyze.ts';
export { encodeTerms } from './encode-terms.ts';
export { termId } from './term-id.ts';
