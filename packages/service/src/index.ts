export { run } from './run.ts';
export { Scope } from './scope.ts';
