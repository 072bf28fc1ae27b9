export { closeFolder, findForeignEntries, findLooseEntries, keepFilesPrivate } from './private-folders.ts';
export { repeat, run, Scope, type Task } from './run.ts';
export {
  checkReadiness,
  type InternalServerOptions,
  listenOn,
  type Readiness,
  serveInternal,
} from './serve-internal.ts';
