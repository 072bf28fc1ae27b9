export async function prepare() {}

const windowName = 'docfleet-picker';
const lookEveryMs = 300;
const channelBytes = 16;

/**
 * Opens the dialog with a token in the body of a request, where no log and no history keeps it.
 * @param {string} pickerUrl
 * @param {object} options
 * @param {PickerTools} tools
 */
async function open(pickerUrl, options, { requestToken }) {
  const target = new URL(pickerUrl);
  target.searchParams.set('filePicker', JSON.stringify(options));
  target.searchParams.set('locale', navigator.language.toLowerCase());
  const form = document.createElement('form');
  Object.assign(form, { action: target.href, method: 'POST', target: windowName });
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'access_token', value: await requestToken(target.origin) });
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

/**
 * Requests of the dialog and the responses to them.
 * @param {PickerCommand} command
 * @param {(items: Item[]) => void} end
 * @param {PickerTools} tools
 */
async function obey(command, end, { requestToken }) {
  if (command.command === 'authenticate')
    return { result: 'token', token: await requestToken(command.resource) };
  if (command.command === 'close') end([]);
  else if (command.command === 'pick')
    end(
      command.items.map(({ id, name, parentReference: { driveId } }) => ({
        id: `${driveId}:${id}`,
        name: name ?? id,
      })),
    );
  else return { result: 'error', error: { code: 'unsupportedCommand', message: command.command } };
  return { result: 'success' };
}

/**
 * Talks to the dialog once it has introduced itself.
 * @param {MessagePort} port
 * @param {(items: Item[]) => void} end
 * @param {PickerTools} tools
 */
function listen(port, end, tools) {
  port.addEventListener('message', async ({ data: { type, id, data } }) => {
    if (type !== 'command') return;
    port.postMessage({ type: 'acknowledge', id });
    const failed = (/** @type {Error} */ { message }) => ({
      result: 'error',
      error: { code: 'unableToObtainToken', message },
    });
    port.postMessage({ type: 'result', id, data: await obey(data, end, tools).catch(failed) });
  });
  port.start();
  port.postMessage({ type: 'activate' });
}

/**
 * https://learn.microsoft.com/onedrive/developer/controls/file-pickers/
 * @param {{ pickerUrl: string, entry: string }} settings
 * @param {PickerTools} tools
 * @returns {Promise<Item[]>}
 */
export async function choose({ pickerUrl, entry }, tools) {
  const channelId = crypto.getRandomValues(new Uint8Array(channelBytes)).join('');
  const { origin: web } = new URL(pickerUrl);
  const options = {
    sdk: '8.0',
    entry: entry === 'sharePoint' ? { sharePoint: { byPath: { web } } } : { oneDrive: { files: {} } },
    authentication: {},
    messaging: { origin: location.origin, channelId },
    selection: { mode: 'multiple' },
    typesAndSources: { mode: 'all', pivots: { oneDrive: true, recent: true, sharedLibraries: true } },
    accessibility: { enableFocusTrap: true, trapFocusOnLoad: true, showFocusOnLoad: true },
  };
  // Before anything is waited for: browsers open windows in answer to a press alone.
  const popup = window.open('about:blank', windowName, 'popup,width=1080,height=680');
  if (!popup)
    throw new Error('The browser did not open a window: allow windows for this page, and try again');
  const stop = new AbortController();
  const picking = new Promise((resolve) => {
    const looking = setInterval(() => popup.closed && resolve([]), lookEveryMs);
    stop.signal.addEventListener('abort', () => clearInterval(looking));
    const hear = (/** @type {MessageEvent} */ { source, origin, data, ports: [port] }) => {
      const isIts = source === popup && origin === web;
      if (isIts && port && data?.type === 'initialize' && data.channelId === channelId)
        listen(port, resolve, tools);
    };
    window.addEventListener('message', hear, { signal: stop.signal });
  });
  try {
    await open(pickerUrl, options, tools);
    return await picking;
  } finally {
    stop.abort();
    popup.close();
  }
}
