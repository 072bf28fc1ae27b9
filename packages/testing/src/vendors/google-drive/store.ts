import { type FakeContent, lengthOf } from '../send-bytes.ts';

export interface FakeDriveFile {
  readonly id: string;
  readonly name: string;
  /** MIME type; default: `text/plain`. */
  readonly mimeType?: string;
  /** Id of the parent folder; undefined: the file lies in no visible folder, like files that others have shared. */
  readonly parent?: string;
  /** Id of the shared drive that it lies in. */
  readonly driveId?: string;
  readonly content?: FakeContent;
  readonly shortcutTo?: string;
  /** Resource key of a shortcut's target. */
  readonly shortcutKey?: string;
  /** Resource key that requests have to send, as for files that were shared by link before September 2021; without it, the file is not found. */
  readonly resourceKey?: string;
  /** Whether another account owns the file and shared it by link: only a listing of its folder shows it. */
  readonly isOthers?: boolean;
  readonly trashed?: boolean;
  readonly canDownload?: boolean;
  /** Whether the account may see the file's revisions; default: true. */
  readonly hasRevisions?: boolean;
}

interface Stored extends FakeDriveFile {
  readonly version: number;
}

interface Change {
  readonly changeType: 'file' | 'drive';
  readonly fileId?: string;
  readonly driveId?: string;
  readonly removed: boolean;
}

const google = 'application/vnd.google-apps';
export const isGoogleKind = (mimeType: string) => mimeType.startsWith(`${google}.`);

/** Returns the export links of a Google document, which have no size limit. */
const exportLinks = (id: string) =>
  Object.fromEntries(
    ['docx', 'xlsx', 'pptx'].map((format, index) => [
      `application/vnd.openxmlformats-officedocument.${['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'][index]}`,
      `https://docs.google.com/feeds/download/documents/export/Export?id=${id}&exportFormat=${format}`,
    ]),
  );

function toResource(file: Stored): object {
  const mimeType = file.mimeType ?? 'text/plain';
  const { content = '' } = file;
  const binary = {
    size: String(lengthOf(content)),
    ...(file.hasRevisions !== false && { headRevisionId: `r${file.version}` }),
    md5Checksum: `m${file.version}`,
  };
  return {
    kind: 'drive#file',
    id: file.id,
    name: file.name,
    mimeType,
    trashed: file.trashed ?? false,
    modifiedTime: new Date(1_700_000_000_000 + file.version * 1_000).toISOString(),
    webViewLink: `https://drive.google.com/file/d/${file.id}/view`,
    capabilities: { canDownload: file.canDownload ?? true },
    ...(file.parent && { parents: [file.parent] }),
    ...(file.driveId && { driveId: file.driveId }),
    ownedByMe: !file.isOthers && file.driveId === undefined,
    ...(file.resourceKey && { resourceKey: file.resourceKey }),
    ...(file.shortcutTo && {
      shortcutDetails: { targetId: file.shortcutTo, targetResourceKey: file.shortcutKey },
    }),
    ...(isGoogleKind(mimeType) ? { exportLinks: exportLinks(file.id) } : binary),
  };
}

export type DriveStore = ReturnType<typeof createDriveStore>;

interface DriveState {
  readonly files: Map<string, Stored>;
  readonly drives: string[];
  /** Change log of the user, without files of shared drives. */
  readonly log: Change[];
  /** Change log of each shared drive, which has to be requested separately. */
  readonly driveLogs: Map<string, Change[]>;
}

/** Creates the operations that add, close and remove shared drives. */
const openDrives = ({ files, drives, log, driveLogs }: DriveState) => ({
  /** Adds a shared drive, whose root folder has the drive's own id. */
  addDrive(id: string): void {
    drives.push(id);
    driveLogs.set(id, []);
    files.set(id, { id, name: `Drive ${id}`, mimeType: `${google}.folder`, driveId: id, version: 0 });
    log.push({ changeType: 'drive', driveId: id, removed: false });
  },
  /** Closes a drive: it stays in the list of drives, but all of its content is refused. */
  closeDrive(id: string): void {
    driveLogs.delete(id);
    files.delete(id);
  },
  /** Ends the account's membership: the drive and all that lies in it are no longer there for it. */
  loseDrive(id: string): void {
    drives.splice(drives.indexOf(id), 1);
    driveLogs.delete(id);
    for (const file of [...files.values()]) if (file.driveId === id) files.delete(file.id);
    log.push({ changeType: 'drive', driveId: id, removed: true });
  },
});

/** Creates the files, drives and change logs of an emulated account. */
export function createDriveStore() {
  const state: DriveState = { files: new Map(), drives: [], log: [], driveLogs: new Map() };
  const { files, log, driveLogs } = state;
  let version = 0;

  function note(fileId: string, driveId: string | undefined, removed: boolean): void {
    const change: Change = { changeType: 'file', fileId, removed };
    if (driveId === undefined) log.push(change);
    else driveLogs.get(driveId)?.push(change);
  }

  return {
    ...state,
    ...openDrives(state),
    /** Kinds of places for which Google reports an incomplete search. */
    cutsSearches: new Set<string>(),
    resource: (id: string) => {
      const file = files.get(id);
      return file && toResource(file);
    },
    /** Creates a file or changes an existing one. */
    put(file: FakeDriveFile): void {
      version += 1;
      files.set(file.id, { ...file, version });
      // Changes of another user's file are in that user's log.
      if (!file.isOthers) note(file.id, file.driveId, false);
    },
    /** Renames, moves or trashes: the content stays as it was. */
    edit(id: string, change: Partial<Omit<FakeDriveFile, 'id' | 'content'>>): void {
      const file = files.get(id);
      if (!file) throw new Error(`There is no file ${id}`);
      files.set(id, { ...file, ...change });
      note(id, file.driveId, false);
    },
    /** Deletes permanently, or removes the account's access: the feed shows no difference. */
    remove(id: string): void {
      const file = files.get(id);
      files.delete(id);
      note(id, file?.driveId, true);
    },
  };
}
