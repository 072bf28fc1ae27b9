import { exchangeToken } from '@docfleet/oauth';
import type { Picker } from '../../picker.ts';

// https://developer.box.com/guides/embed/ui-elements/picker
const elements = 'https://cdn01.boxcdn.net/platform/elements/26.0.0/en-US';
const apiUrl = 'https://api.box.com';
/** The one style that its script writes into the page, to notice when its list changes size. */
const listStyle = "'sha256-deDIoPlRijnpfbTDYsK+8JmDfUBmpwpnb0L/SUV8NeU='";
/** Pictures and fonts of the dialog. */
const cdn = 'https://*.boxcdn.net';

// https://developer.box.com/guides/embed/ui-elements/scopes
const scopes = ['base_picker'];

/** Box's dialog runs in the page itself, with a token that can list and do nothing else. */
export const boxPicker: Picker = {
  itemId: /^(?:(?:file|folder):)?\d{1,30}$/,
  script: new URL('browser/picker.js', import.meta.url),

  async prepare({ addresses }) {
    const settings = {
      scriptUrl: addresses.scriptUrl ?? `${elements}/picker.js`,
      styleUrl: addresses.styleUrl ?? `${elements}/picker.css`,
      apiUrl: addresses.apiUrl ?? apiUrl,
    };
    return {
      settings,
      sources: {
        style: [new URL(settings.styleUrl).origin, listStyle],
        connect: [new URL(settings.apiUrl).origin],
        img: [cdn, 'data:'],
        font: [cdn],
      },
    };
  },

  token: ({ vendor, client, tokens, fetch, observe }) =>
    observe('narrowToken', () => exchangeToken(vendor, { client, tokens, scopes }, { fetch })),
};
