export * from './database.ts';
export { failureOf } from './failure-of.ts';
export { createId, isId } from './identifier.ts';
export { jsonObject } from './json-object.ts';
