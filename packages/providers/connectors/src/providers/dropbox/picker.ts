import type { Picker } from '../../picker.ts';

// https://www.dropbox.com/developers/chooser
const scriptUrl = 'https://www.dropbox.com/static/api/2/dropins.js';

/** Dropbox's dialog is a window of its own, in which the user is signed in to Dropbox. */
export const dropboxPicker: Picker = {
  itemId: /^id:[\w-]{1,200}$/,
  script: new URL('browser/picker.js', import.meta.url),
  prepare: async ({ addresses, client }) => ({
    settings: { scriptUrl: addresses.scriptUrl ?? scriptUrl, appKey: client.clientId },
    sources: {},
  }),
  token: async () => undefined,
};
