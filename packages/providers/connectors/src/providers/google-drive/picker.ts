import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import type { Picker } from '../../picker.ts';

// https://developers.google.com/workspace/drive/picker/guides/web-picker
const scriptUrl = 'https://apis.google.com/js/api.js';
const dialog = 'https://docs.google.com';

const config = z.object({ apiKey: z.string() });
/** A client id begins with the number of its project, which the picker calls the app id. */
const projectNumber = /^(\d+)-/;

/** Google's picker needs the connection's own access token: it accepts none with fewer rights. */
export const googleDrivePicker: Picker = {
  itemId: /^[\w-]{1,200}$/,
  script: new URL('browser/picker.js', import.meta.url),

  async prepare({ addresses, client, configs, vendor }) {
    const { apiKey } = config.safeParse(configs[vendor.config]).data ?? {};
    if (!apiKey)
      throw new AppError('PROVIDER_REJECTED', 'The namespace has no key for the picker of Google', {
        details: { setting: `${vendor.config}.apiKey` },
      });
    const [, appId = ''] = projectNumber.exec(client.clientId) ?? [];
    return {
      settings: { scriptUrl: addresses.scriptUrl ?? scriptUrl, apiKey, appId },
      sources: {
        frame: [new URL(addresses.pickerUrl ?? dialog).origin, 'https://drive.google.com'],
        img: ['https://*.googleusercontent.com', 'https://*.gstatic.com'],
        connect: ['https://*.googleapis.com'],
      },
    };
  },

  token: async ({ tokens }) => tokens.accessToken,
};
