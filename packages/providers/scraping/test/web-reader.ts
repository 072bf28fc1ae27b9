import { createWebReader } from '../src/reading/web-reader.ts';

/** Real child processes, which start at their first task; a test file closes it when it ends. */
export const webReader = createWebReader({ processes: 2 });
