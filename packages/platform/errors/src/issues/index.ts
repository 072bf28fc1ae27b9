export { type Issue, readWith } from './read-with.ts';
