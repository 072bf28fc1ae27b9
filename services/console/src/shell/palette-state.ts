import { createStore } from '../store.ts';

/** Whether the palette of commands is open. */
export const isPaletteOpen = createStore(false);

/** Opens it. */
export const openPalette = (): void => isPaletteOpen.set(true);

/** Closes it. */
export const closePalette = (): void => isPaletteOpen.set(false);

/** What the field of the palette is for, to screen readers. */
export const paletteLabel = 'Page, document, namespace or command';

/** The same in an empty field. */
export const palettePlaceholder = 'Go to a page, a document, a namespace …';
