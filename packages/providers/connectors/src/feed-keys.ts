/** Among the feeds of drives a listing keeps what else it has to know later, under keys that sort behind all ids: the tilde is the last sign of ASCII. */
export const isDrive = (key: string): boolean => !key.startsWith('~');

/** Key of a folder that was reached by a shortcut, so that its content counts as covered. */
export const jumpKey = (folder: string): string => `~jump ${folder}`;
