/**
 * Returns a script that behaves as `dropins.js`: it inserts a style element without a nonce, and opens a window in which the user is signed
 * in. The window's messages are JSON.
 */
export const dropboxScript = (base: string): string => `
(() => {
  const style = document.createElement('style');
  style.textContent = '.dropbox-dropin-btn { display: inline-block }';
  document.head.append(style);
  const appKey = document.getElementById('dropboxjs').getAttribute('data-app-key');
  window.Dropbox = {
    appKey,
    isBrowserSupported: () => true,
    choose({ success, cancel, linkType = '', multiselect = false, folderselect = false }) {
      const query = new URLSearchParams({
        origin: location.origin, app_key: appKey, link_type: linkType, trigger: 'js',
        multiselect, extensions: '', folderselect, iframe: false, version: 2,
      });
      const popup = window.open('${base}/chooser?' + query, 'dropbox', 'width=735,height=552,resizable,scrollbars');
      if (!popup) throw new Error('Failed to open/load the window.');
      const end = () => {
        removeEventListener('message', hear);
        clearInterval(looking);
        popup.close();
      };
      const looking = setInterval(() => { if (popup.closed) { end(); cancel(); } }, 100);
      const hear = ({ source, data }) => {
        if (source !== popup) return;
        const { method, params } = JSON.parse(data);
        end();
        if (method === 'files_selected') success(params);
        else cancel();
      };
      addEventListener('message', hear);
    },
  };
})();`;

/** Script of the window, which lists files with the user's session at the vendor. */
export const dropboxDialog = `
list();
done = (items) => opener.postMessage(JSON.stringify(
  items ? { method: 'files_selected', params: items.map((item) => ({ ...item, link: 'https://example.com/', bytes: 1, isDir: false })) } : { method: 'close_dialog' },
), origin);`;
