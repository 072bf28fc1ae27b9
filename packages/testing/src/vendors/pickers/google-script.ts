/**
 * Returns a script that behaves as `api.js` and the library that it loads: a dialog in a frame of the vendor, which reports the picked
 * items to the page.
 */
export const googleScript = (base: string): string => `
window.gapi = {
  load(library, { callback, onerror }) {
    const script = document.createElement('script');
    script.src = '${base}/js/' + library + '.js';
    script.onload = callback;
    script.onerror = onerror;
    document.head.append(script);
  },
};`;

export const googleLibrary = (base: string): string => `
(() => {
  const chain = (target) => new Proxy(target, {
    get: (_target, name) => name in target ? target[name] : (value) => {
      target.options[name] = value === undefined ? true : value;
      return target.self;
    },
  });
  const make = () => {
    const target = { options: {} };
    target.self = chain(target);
    return target.self;
  };
  class DocsView { constructor() { return make(); } }
  class PickerBuilder {
    constructor() {
      const builder = make();
      builder.build = () => {
        const { setOAuthToken, setDeveloperKey, setAppId = '', setOrigin, setCallback } = builder.options;
        const style = document.createElement('style');
        style.nonce = document.querySelector('style[nonce]')?.nonce ?? '';
        style.textContent = '.picker-dialog { position: absolute; inset: 10%; z-index: 1001; background: #fff } .picker-dialog-content { width: 566px; height: 350px } .picker-dialog-content iframe { width: 100%; height: 100%; border: 0 }';
        document.head.append(style);
        const dialog = document.createElement('div');
        dialog.className = 'picker-dialog';
        const query = new URLSearchParams({ developerKey: setDeveloperKey, appId: setAppId, origin: setOrigin });
        const frame = document.createElement('iframe');
        frame.title = 'Google Drive';
        frame.src = '${base}/picker?' + query;
        const content = document.createElement('div');
        content.className = 'picker-dialog-content';
        content.append(frame);
        dialog.append(content);
        addEventListener('message', ({ source, data }) => {
          if (source !== frame.contentWindow) return;
          if (data === 'ready') source.postMessage({ token: setOAuthToken }, '${base}');
          else setCallback(data);
        });
        return {
          setVisible: () => document.body.append(dialog),
          dispose: () => dialog.remove(),
        };
      };
      return builder;
    }
  }
  window.google = { picker: {
    DocsView, PickerBuilder,
    DocsViewMode: { LIST: 'list' },
    Feature: { MULTISELECT_ENABLED: 'multiselectEnabled', SUPPORT_DRIVES: 'sdr' },
    Action: { PICKED: 'picked', CANCEL: 'cancel', LOADED: 'loaded' },
  } };
})();`;

/** Script of the frame: it receives the token, lists files with it, and reports the picked items. */
export const googleDialog = `
parent.postMessage('ready', origin);
addEventListener('message', async ({ source, data }) => {
  if (source !== parent) return;
  await list(data.token);
  parent.postMessage({ action: 'loaded' }, origin);
  done = (items) => parent.postMessage(items ? { action: 'picked', docs: items } : { action: 'cancel' }, origin);
});`;
