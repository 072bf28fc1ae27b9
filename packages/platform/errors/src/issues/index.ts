export { type InvalidCodes, invalidField, invalidInput } from './invalid-input.ts';
export { type Issue, readWith } from './read-with.ts';
