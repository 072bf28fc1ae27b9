import { createStore } from '../store.ts';

/** Whether the command palette is open. */
export const isPaletteOpen = createStore(false);

/** Opens the command palette. */
export const openPalette = (): void => isPaletteOpen.set(true);

/** Closes the command palette. */
export const closePalette = (): void => isPaletteOpen.set(false);

/** Label of the palette's field for screen readers. */
export const paletteLabel = 'Page, document, namespace or command';

/** Placeholder of the palette's field. */
export const palettePlaceholder = 'Go to a page, a document, a namespace …';
