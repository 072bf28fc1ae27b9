export { findForeignEntries } from './foreign-entries.ts';
export { listenOn } from './listen-on.ts';
export { closeFolder, findLooseEntries, keepFilesPrivate } from './private-folders.ts';
export { checkReadiness, type Readiness } from './readiness.ts';
export { repeat, type Task } from './repeat.ts';
export { run } from './run.ts';
export { Scope } from './scope.ts';
export { type InternalServerOptions, serveInternal } from './serve-internal.ts';
