export { repeat, type Task } from './repeat.ts';
export { run } from './run.ts';
export { Scope } from './scope.ts';
