import type { Extension } from '@docfleet/api/extension';

/** The core alone: what processes with Node's option `--conditions=no-extensions` have. */
export const extensions: readonly Extension[] = [];
