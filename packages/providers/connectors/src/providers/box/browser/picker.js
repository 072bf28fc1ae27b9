/**
 * @param {{ scriptUrl: string, styleUrl: string }} settings
 * @param {PickerTools} tools
 */
export async function prepare({ scriptUrl, styleUrl }, { loadScript }) {
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = styleUrl;
  document.head.append(style);
  await loadScript(scriptUrl);
}

/** Everything that the user sees lies below it. */
const rootFolder = '0';

/**
 * https://developer.box.com/guides/embed/ui-elements/picker
 * @param {{ apiUrl: string }} settings
 * @param {PickerTools} tools
 * @returns {Promise<Item[]>}
 */
export async function choose({ apiUrl }, { requestToken }) {
  const token = await requestToken();
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById('dialog'));
  const picker = new Box.ContentPicker();
  const options = {
    container: '#container',
    apiHost: apiUrl,
    type: 'file,folder',
    canUpload: false,
    canCreateNewFolder: false,
    canSetShareAccess: false,
    chooseButtonLabel: 'Choose',
    isHeaderLogoVisible: false,
  };
  dialog.showModal();
  return new Promise((resolve) => {
    /** @param {Item[]} items */
    const end = (items) => {
      picker.hide();
      if (dialog.open) dialog.close();
      resolve(items);
    };
    dialog.addEventListener('close', () => end([]), { once: true });
    picker.addListener('cancel', () => end([]));
    // Files and folders are counted by themselves: the number alone does not say which it is.
    picker.addListener('choose', (items) =>
      end(items.map(({ type, id, name }) => ({ id: type ? `${type}:${id}` : id, name }))),
    );
    picker.show(rootFolder, token, options);
  });
}
