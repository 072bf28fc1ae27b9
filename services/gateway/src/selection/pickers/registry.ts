import { boxPicker } from './box.ts';
import { dropboxPicker } from './dropbox.ts';
import { googleDrivePicker } from './google-drive.ts';
import { microsoftPicker } from './microsoft.ts';
import type { Picker } from './picker.ts';

/** To add a picker: write its file and its script in `selection/browser`, then name it here. Notion's users choose at the consent itself. */
const pickers: Readonly<Partial<Record<string, Picker>>> = {
  GOOGLE_DRIVE: googleDrivePicker,
  DROPBOX: dropboxPicker,
  BOX: boxPicker,
  ONEDRIVE: microsoftPicker({
    question: '/me/drive?$select=webUrl,driveType',
    entry: 'oneDrive',
    permission: 'MyFiles.Read',
  }),
  SHAREPOINT: microsoftPicker({
    question: '/sites/root?$select=webUrl',
    entry: 'sharePoint',
    permission: 'AllSites.Read',
  }),
};

/** The dialog of a connector; undefined for one whose users do not choose files and folders. */
export const pickerOf = (connector: string): Picker | undefined => pickers[connector];
