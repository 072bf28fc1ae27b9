/** Style sheet of the selection page. The last rules fit Google's dialog, which is made for desktops, into a phone. */
export const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 30%, transparent); }
body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.5rem; }
h1:focus { outline: none; }
main > p { margin: 0 0 1rem; }
fieldset { border: 1px solid var(--line); border-radius: 0.5rem; margin: 0 0 1rem; padding: 0.5rem 1rem 1rem; }
legend { font-weight: 600; padding: 0 0.25rem; }
#form label { display: flex; gap: 0.75rem; align-items: baseline; padding: 0.5rem 0; min-height: 1.75rem; }
input[type=radio] { flex: none; width: 1.125rem; height: 1.125rem; margin: 0; transform: translateY(0.15rem); }
#choice { margin: 0 0 0.5rem 1.875rem; }
#choice p { margin: 0 0 0.5rem; }
#items { list-style: none; margin: 0 0 0.75rem; padding: 0; }
#items:empty { margin: 0; }
#items li { display: flex; gap: 0.75rem; align-items: center; justify-content: space-between; border-bottom: 1px solid var(--line); padding: 0.25rem 0; }
#form button, #close { font: inherit; min-height: 2.75rem; padding: 0.375rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: transparent; color: inherit; cursor: pointer; }
#form button:disabled { opacity: 0.5; cursor: default; }
#form :focus-visible, #close:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px; }
#form #save { background: #1d4ed8; border-color: #1d4ed8; color: #fff; width: 100%; }
.problem { border-left: 4px solid #d97706; padding-left: 0.75rem; }
#status { margin-top: 1rem; min-height: 1.5rem; }
dialog { color-scheme: light; background: #fff; color: #222; box-sizing: border-box; width: min(60rem, 100vw - 1rem); max-width: none; height: min(45rem, 100dvh - 1rem); max-height: none; padding: 0.5rem; border: 1px solid var(--line); border-radius: 0.5rem; }
dialog[open] { display: flex; flex-direction: column; gap: 0.5rem; }
#container:focus { outline: none; }
#container { flex: 1; min-height: 0; overflow: auto; }
[hidden] { display: none !important; }
@media (max-width: 600px) {
  .picker-dialog { left: 0 !important; top: 0 !important; width: 100% !important; height: 100% !important; position: fixed !important; }
  .picker-dialog-content { width: 100% !important; height: 100% !important; }
}
`;
