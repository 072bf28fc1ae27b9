import type { PageResponse } from '@docfleet/api/route';
import type { ContentSources, PickerPage } from '@docfleet/connectors';
import type { SelectedItem } from '@docfleet/domain/connection';
import { escapeHtml } from '../http/html-page.ts';
import { style } from './selection-style.ts';

export interface SelectionView {
  /** The vendor, as its users call it. */
  readonly vendor: string;
  /** What is chosen so far; null: everything. */
  readonly selected: readonly SelectedItem[] | null;
  readonly picker: (PickerPage & { readonly script: string }) | undefined;
  /** Why there is no picker. */
  readonly problem: string | undefined;
  /** Made for this response alone: the scripts and styles that carry it may run. */
  readonly nonce: string;
}

/** The page's own scripts, those of the vendor that these load, and what the vendor's dialog needs: nothing inline, no other frame. */
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

/** The buttons are of use once the script is there, which enables them. What was chosen before can be kept, and things removed from it, without a picker too. */
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

/** The page on which a user chooses what a connection reads. */
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
