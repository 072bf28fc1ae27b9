/** Format that a file of a Google editor, which has no bytes, is exported to: the one that the parser reads best. */
interface Export {
  readonly mimeType: string;
  readonly extension: string;
}

const office = 'application/vnd.openxmlformats-officedocument';
const google = 'application/vnd.google-apps';

/** https://developers.google.com/workspace/drive/api/guides/ref-export-formats; a CSV export has the first sheet only. */
const exportsOfKinds: Readonly<Record<string, Export>> = {
  [`${google}.document`]: { mimeType: `${office}.wordprocessingml.document`, extension: 'docx' },
  [`${google}.spreadsheet`]: { mimeType: `${office}.spreadsheetml.sheet`, extension: 'xlsx' },
  [`${google}.presentation`]: { mimeType: `${office}.presentationml.presentation`, extension: 'pptx' },
  [`${google}.drawing`]: { mimeType: 'application/pdf', extension: 'pdf' },
};

export const folderKind = `${google}.folder`;
export const shortcutKind = `${google}.shortcut`;

export const exportOf = (mimeType: string): Export | undefined => exportsOfKinds[mimeType];

/** Forms, sites, maps, scripts: Google hands out no document of them. */
export const isUnreadableKind = (mimeType: string): boolean =>
  mimeType.startsWith(`${google}.`) && !exportOf(mimeType);
