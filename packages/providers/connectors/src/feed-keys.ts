/** Among the feeds of drives a listing keeps what else it has to know later, under keys that sort behind all ids: the tilde is the last sign of ASCII. */
export const isDrive = (key: string): boolean => !key.startsWith('~');

/** A folder that was reached by a shortcut, so that what lies in it is known to be covered. */
export const jumpKey = (folder: string): string => `~jump ${folder}`;
