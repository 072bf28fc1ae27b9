import type { PageResponse } from '@docfleet/api/route';
import type { ContentSources, PickerPage } from '@docfleet/connectors';
import type { Connection, SelectedItem } from '@docfleet/domain/connection';
import { z } from 'zod';
import { escapeHtml } from '../http/html-page.ts';

const storedIds = z.array(z.string());
const storedNames = z.record(z.string(), z.string());

/** Returns the items that were chosen for a connection, each with its name at the time of the choice; null: everything. */
export function selectedItems({
  selection,
  selectionNames,
}: Pick<Connection, 'selection' | 'selectionNames'>): SelectedItem[] | null {
  const ids = storedIds.safeParse(selection).data;
  const names = storedNames.safeParse(selectionNames).data ?? {};
  return ids ? ids.map((id) => ({ id, name: names[id] ?? id })) : null;
}

/** Style sheet of the selection page. The last rules fit Google's dialog, which is made for desktops, into a phone. */
const style = `
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

export interface SelectionView {
  /** Name of the vendor. */
  readonly vendor: string;
  /** Items chosen so far; null: everything. */
  readonly selected: readonly SelectedItem[] | null;
  readonly picker: (PickerPage & { readonly script: string }) | undefined;
  /** Reason why the picker is unavailable; undefined when there is one. */
  readonly problem: string | undefined;
  /** Nonce of this response: only scripts and styles that carry it may run. */
  readonly nonce: string;
}

/**
 * Returns the Content-Security-Policy: the page's own scripts, those of the vendor that they load, and the sources that the vendor's dialog
 * needs; nothing inline, no other frame.
 */
function policyOf(nonce: string, sources: ContentSources): string {
  const list = (directive: keyof ContentSources) => sources[directive] ?? [];
  const directives = {
    'default-src': [],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
    'style-src': [`'nonce-${nonce}'`, ...list('style')],
    'connect-src': ["'self'", ...list('connect')],
    'img-src': list('img'),
    'font-src': list('font'),
    'frame-src': list('frame'),
    'form-action': list('form'),
    'base-uri': [],
    'frame-ancestors': [],
  };
  return Object.entries(directives)
    .map(([name, allowed]) => `${name} ${allowed.length > 0 ? allowed.join(' ') : "'none'"}`)
    .join('; ');
}

const disabledIf = (isDisabled: boolean) => (isDisabled ? ' disabled' : '');

/** Returns the form. Its buttons are disabled until the script enables them. An earlier choice can be kept or reduced without a picker, too. */
const question = ({ vendor, problem, selected }: SelectionView) => `
<fieldset>
<legend>What may be read?</legend>
<label><input type="radio" name="extent" value="chosen"${disabledIf(problem !== undefined && !selected)}> Only what I choose</label>
<div id="choice">
${problem === undefined ? '' : `<p class="problem">Files and folders cannot be chosen here: ${escapeHtml(problem)}.</p>`}
<ul id="items" aria-label="Chosen files and folders"></ul>
<p id="none">Nothing is chosen yet.</p>
<button type="button" id="choose" disabled>Choose files and folders…</button>
</div>
<label><input type="radio" name="extent" value="everything"> Everything that this account shows in ${escapeHtml(vendor)}</label>
</fieldset>`;

/** Returns the page on which a user chooses what a connection reads. */
export function selectionPage(view: SelectionView): PageResponse {
  const { vendor, selected, picker, nonce } = view;
  const pageData = { selected, script: picker?.script ?? null, settings: picker?.settings ?? {} };
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(vendor)} is connected: choose what may be read</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main data-page="${escapeHtml(JSON.stringify(pageData))}">
<h1 tabindex="-1">${escapeHtml(vendor)} is connected</h1>
<p id="introduction">${
    selected
      ? 'Your choice so far is below. It holds until you save another.'
      : 'Until you save a choice, everything that this account shows may be read.'
  }</p>
<noscript><p class="problem">Choosing needs JavaScript. Without a choice, everything is read.</p></noscript>
<form id="form">${question(view)}
<button type="submit" id="save" disabled>Save</button>
</form>
<p id="status" role="status" aria-live="polite"></p>
<dialog id="dialog" aria-label="Files and folders in ${escapeHtml(vendor)}"><div id="container" tabindex="-1" autofocus></div>
<button type="button" id="close">Close</button></dialog>
</main>
<script type="module" nonce="${nonce}" src="scripts/selection.js"></script>
</body>
</html>
`;
  return { page, status: 200, policy: policyOf(nonce, picker?.sources ?? {}), referrer: 'strict-origin' };
}
