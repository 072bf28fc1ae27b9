import { createStore } from '../store.ts';

/** Whether the palette of commands is open. */
export const isPaletteOpen = createStore(false);

/** Opens it. */
export const openPalette = (): void => isPaletteOpen.set(true);

/** Closes it. */
export const closePalette = (): void => isPaletteOpen.set(false);
