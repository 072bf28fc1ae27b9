/** Milliseconds after which a dialog that was closed has given the focus back, if what opened it is still there. */
const settleMs = 150;

/** Moves the focus to the page when the focused element was removed: else the keyboard starts before the navigation. */
export function keepFocus(): void {
  setTimeout(() => {
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, settleMs);
}
