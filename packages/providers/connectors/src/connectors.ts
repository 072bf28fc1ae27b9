import { box } from './providers/box/index.ts';
import { confluence } from './providers/confluence/index.ts';
import { dropbox } from './providers/dropbox/index.ts';
import { github } from './providers/github/index.ts';
import { googleDrive } from './providers/google-drive/index.ts';
import { notion } from './providers/notion/index.ts';
import { oneDrive } from './providers/onedrive/index.ts';
import { s3 } from './providers/s3/index.ts';
import { sharePoint } from './providers/sharepoint/index.ts';

/** To add a connector: write its folder, then name it here. */
export const connectors = [
  box,
  confluence,
  dropbox,
  github,
  googleDrive,
  oneDrive,
  sharePoint,
  notion,
  s3,
] as const;
