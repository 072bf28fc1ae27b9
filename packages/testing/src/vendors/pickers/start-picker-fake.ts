import { type StubRequest, type StubResponse, type StubServer, startStubServer } from '../../stub-server.ts';
import { bearerOf } from '../embedding-emulator.ts';
import { boxScript, boxStyle } from './box-script.ts';
import { dropboxDialog, dropboxScript } from './dropbox-script.ts';
import { googleDialog, googleLibrary, googleScript } from './google-script.ts';
import { microsoftDialog } from './microsoft-dialog.ts';

/** Item that a user can pick; `driveId` where the vendor has drives. */
export interface PickableItem {
  readonly id: string;
  readonly name: string;
  readonly driveId?: string;
}

export interface PickerFakeOptions {
  readonly items: readonly PickableItem[];
  /** Whether a token may list. */
  readonly accepts: (token: string) => boolean;
  /** API key of the namespace's application at the vendor: the dialog opens for no other. */
  readonly apiKey?: string;
  readonly appKey?: string;
}

export interface PickerFake extends StubServer {
  /** Addresses of this server in the form of the operator's settings that replace the vendors' own. */
  readonly addresses: {
    readonly GOOGLE_DRIVE: { readonly scriptUrl: string; readonly pickerUrl: string };
    readonly DROPBOX: { readonly scriptUrl: string };
    readonly BOX: { readonly scriptUrl: string; readonly styleUrl: string; readonly apiUrl: string };
    readonly ONEDRIVE: { readonly pickerUrl: string };
    readonly SHAREPOINT: { readonly pickerUrl: string };
  };
  /** Items that the user of a picker sees. */
  items: readonly PickableItem[];
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const javaScript = { 'content-type': 'text/javascript' };

/** Responds with a dialog: checkboxes, and the behavior of the vendor's own. */
const dialog = (origin: string, behavior: string): StubResponse => ({
  headers: html,
  body: `<!doctype html><title>Picker</title><meta name="viewport" content="width=device-width">
<form id="list"></form><button id="select">Select</button><button id="cancel">Cancel</button>
<script>
const origin = ${JSON.stringify(origin).replaceAll('<', '\\u003c')};
let done, items;
async function list(token) {
  const answer = await fetch('/items', { headers: token ? { authorization: 'Bearer ' + token } : {} });
  if (!answer.ok) { document.body.append('You do not have access'); return; }
  ({ items } = await answer.json());
  for (const { id, name } of items) {
    const label = document.createElement('label');
    const box = document.createElement('input');
    Object.assign(box, { type: 'checkbox', value: id });
    label.append(box, name);
    document.getElementById('list').append(label);
  }
}
document.getElementById('select').onclick = () => {
  const ids = [...document.querySelectorAll('input:checked')].map(({ value }) => value);
  done(items.filter(({ id }) => ids.includes(id)));
};
document.getElementById('cancel').onclick = () => done(undefined);
${behavior}
</script>`,
});

const refused = (reason: string): StubResponse => ({
  status: 403,
  headers: html,
  body: `<!doctype html><title>Error</title>${reason}`,
});
const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' };

function answer(request: StubRequest, base: string, fake: PickerFakeOptions): StubResponse {
  const { method, path, query } = request;
  const origin = query.get('origin') ?? '';
  const mayList = fake.accepts(bearerOf(request) ?? '');
  if (path === '/js/api.js') return { headers: javaScript, body: googleScript(base) };
  if (path === '/js/picker.js') return { headers: javaScript, body: googleLibrary(base) };
  if (path === '/picker')
    return query.get('developerKey') === fake.apiKey
      ? dialog(origin, googleDialog)
      : refused('The API developer key is invalid.');
  if (path === '/dropins.js') return { headers: javaScript, body: dropboxScript(base) };
  if (path === '/chooser')
    return query.get('app_key') === fake.appKey ? dialog(origin, dropboxDialog) : refused('Invalid app key');
  if (path === '/box/picker.js') return { headers: javaScript, body: boxScript };
  if (path === '/box/picker.css') return { headers: { 'content-type': 'text/css' }, body: boxStyle };
  if (method === 'OPTIONS') return { headers: cors, body: '' };
  if (path === '/2.0/folders/0/items')
    return { status: mayList ? 200 : 401, headers: cors, body: { entries: fake.items } };
  if (path === '/_layouts/15/FilePicker.aspx') {
    const token = new URLSearchParams(request.body).get('access_token') ?? '';
    return method === 'POST' && fake.accepts(token) ? dialog('', microsoftDialog) : refused('Access denied');
  }
  // Dropbox's own window needs no token.
  const isSignedIn = fake.appKey !== undefined && bearerOf(request) === undefined;
  if (path === '/items' && (mayList || isSignedIn)) return { body: { items: fake.items } };
  return { status: path === '/items' ? 401 : 404, body: {} };
}

/** Starts the file pickers of all vendors that have one, with their checks of tokens, keys and origins. */
export async function startPickerFake(options: PickerFakeOptions): Promise<PickerFake> {
  const state = { items: options.items };
  const server: StubServer = await startStubServer((request) =>
    answer(request, server.url, { ...options, items: state.items }),
  );
  const { url } = server;
  const pickerUrl = `${url}/_layouts/15/FilePicker.aspx`;
  return Object.assign(state, server, {
    addresses: {
      GOOGLE_DRIVE: { scriptUrl: `${url}/js/api.js`, pickerUrl: url },
      DROPBOX: { scriptUrl: `${url}/dropins.js` },
      BOX: { scriptUrl: `${url}/box/picker.js`, styleUrl: `${url}/box/picker.css`, apiUrl: url },
      ONEDRIVE: { pickerUrl },
      SHAREPOINT: { pickerUrl },
    },
  });
}
