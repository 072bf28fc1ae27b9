/**
 * @param {{ scriptUrl: string, appKey: string }} settings
 * @param {PickerTools} tools
 */
export async function prepare({ scriptUrl, appKey }, { loadScript }) {
  // The script finds its key by this id.
  await loadScript(scriptUrl, { id: 'dropboxjs', 'data-app-key': appKey });
}

/**
 * https://www.dropbox.com/developers/chooser
 * @returns {Promise<Item[]>}
 */
export function choose() {
  if (!Dropbox.isBrowserSupported()) throw new Error('Dropbox cannot show its files in this browser');
  return new Promise((resolve) => {
    Dropbox.choose({
      linkType: 'preview',
      multiselect: true,
      folderselect: true,
      success: (files) => resolve(files.map(({ id, name }) => ({ id, name }))),
      cancel: () => resolve([]),
    });
  });
}
