import { createStore } from '../store.ts';
import { keep, readKept } from '../use-draft.ts';

/** Names of the themes; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const kept = 'docfleet-theme';
const stored = readKept('localStorage', kept);

/** Current theme. */
export const theme = createStore<Theme>(themes.find((name) => name === stored) ?? 'system');

/** Applies the current theme to the page. */
export function showTheme(): void {
  document.documentElement.dataset['theme'] = theme.get();
}

/** Applies a theme and stores it for later visits. */
export function chooseTheme(chosen: Theme): void {
  keep('localStorage', kept, chosen);
  theme.set(chosen);
  showTheme();
}
