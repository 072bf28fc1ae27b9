export { createSandboxPool, type SandboxPool } from './sandbox-pool.ts';
export type { SandboxEnd } from './sandbox-process.ts';
export { serveTasks } from './serve-tasks.ts';
export { isNetworkCut } from './start-child.ts';
export { childrenOf, type SandboxLimits } from './watch-task.ts';
export { abandonedWorkTask, createWorkFolder, removeAbandonedWork } from './work-folders.ts';
