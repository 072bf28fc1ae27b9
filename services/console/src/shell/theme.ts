import { keep, readKept } from '../kept.ts';
import { createStore } from '../store.ts';

/** The themes; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const kept = 'docfleet-theme';
const stored = readKept('localStorage', kept);

/** The theme that was chosen. */
export const theme = createStore<Theme>(themes.find((name) => name === stored) ?? 'system');

/** Shows the page as it was chosen. */
export function showTheme(): void {
  document.documentElement.dataset['theme'] = theme.get();
}

/** Chooses a theme, for the next visits too. */
export function chooseTheme(chosen: Theme): void {
  keep('localStorage', kept, chosen);
  theme.set(chosen);
  showTheme();
}
