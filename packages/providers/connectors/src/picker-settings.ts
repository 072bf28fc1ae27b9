import { jsonTable } from '@docfleet/runtime/config';
import { z } from 'zod';
import type { PickerAddresses } from './picker.ts';
import { connectorNames } from './registry.ts';

const address = z.url({ protocol: /^https?$/ });
const addresses = z.strictObject({
  scriptUrl: address.optional(),
  styleUrl: address.optional(),
  pickerUrl: address.optional(),
  apiUrl: address.optional(),
});

const overrides = z.partialRecord(z.enum(connectorNames), addresses).default({});
export type PickerOverrides = Readonly<Record<string, PickerAddresses | undefined>>;

/** Settings of the page on which users choose files and folders. */
export const pickerSettings = {
  PICKER_OVERRIDES: jsonTable(overrides).describe(
    'Other addresses of the vendors\' file pickers, as JSON: {"BOX":{"scriptUrl":"…","styleUrl":"…","apiUrl":"…"},"SHAREPOINT":{"pickerUrl":"…"}}',
  ),
};
