/**
 * @param {{ scriptUrl: string }} settings
 * @param {PickerTools} tools
 */
export async function prepare({ scriptUrl }, { loadScript }) {
  await loadScript(scriptUrl);
  await new Promise((callback, onerror) => gapi.load('picker', { callback, onerror }));
}

/** Views of what the user sees in Drive: their own files, what others share with them, and the drives of teams. */
const views = () => {
  const view = () =>
    new google.picker.DocsView()
      .setIncludeFolders(true)
      .setSelectFolderEnabled(true)
      .setMode(google.picker.DocsViewMode.LIST);
  return [view().setParent('root'), view().setOwnedByMe(false), view().setEnableDrives(true)];
};

/**
 * https://developers.google.com/workspace/drive/picker/reference
 * @param {{ apiKey: string, appId: string }} settings
 * @param {PickerTools} tools
 * @returns {Promise<Item[]>}
 */
export async function choose({ apiKey, appId }, { requestToken }) {
  const { Action, Feature, PickerBuilder } = google.picker;
  const builder = new PickerBuilder()
    .setOAuthToken(await requestToken())
    .setDeveloperKey(apiKey)
    .setOrigin(location.origin)
    .enableFeature(Feature.MULTISELECT_ENABLED)
    .enableFeature(Feature.SUPPORT_DRIVES);
  if (appId) builder.setAppId(appId);
  for (const view of views()) builder.addView(view);
  return new Promise((resolve) => {
    const picker = builder
      .setCallback(({ action, docs = [] }) => {
        if (action !== Action.PICKED && action !== Action.CANCEL) return;
        picker.dispose();
        resolve(action === Action.PICKED ? docs.map(({ id, name }) => ({ id, name: name ?? id })) : []);
      })
      .build();
    picker.setVisible(true);
  });
}
