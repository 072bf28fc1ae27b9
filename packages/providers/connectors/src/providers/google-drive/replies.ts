import { z } from 'zod';
import type { QuotaOf } from '../../quota.ts';

/** The id of an OAuth client begins with the number of its project, to which Google's quotas belong. */
export const projectQuota: QuotaOf = async ({ clientId }) => {
  const project = /^(\d+)-/.exec(clientId ?? '')?.[1];
  return project && `google:${project}`;
};

export const driveFile = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  trashed: z.boolean().default(false),
  size: z.string().optional(),
  modifiedTime: z.string().optional(),
  headRevisionId: z.string().optional(),
  md5Checksum: z.string().optional(),
  webViewLink: z.string().optional(),
  parents: z.array(z.string()).default([]),
  driveId: z.string().optional(),
  shortcutDetails: z
    .object({ targetId: z.string().optional(), targetResourceKey: z.string().optional() })
    .optional(),
  /** Key that requests need besides the id for files with links from before September 2021. */
  resourceKey: z.string().optional(),
  ownedByMe: z.boolean().optional(),
  capabilities: z.object({ canDownload: z.boolean().default(true) }).default({ canDownload: true }),
  exportLinks: z.record(z.string(), z.string()).default({}),
});
export type DriveFile = z.output<typeof driveFile>;

/** The fields of DriveFile, as Google is asked for them. */
export const fileFields =
  'id,name,mimeType,trashed,size,modifiedTime,headRevisionId,md5Checksum,webViewLink,parents,driveId,shortcutDetails(targetId,targetResourceKey),resourceKey,ownedByMe,capabilities/canDownload';

const change = z.object({
  changeType: z.string().optional(),
  file: driveFile.optional(),
});

export const replies = {
  files: z.object({
    files: z.array(driveFile),
    nextPageToken: z.string().optional(),
    incompleteSearch: z.boolean().default(false),
  }),
  drives: z.object({ drives: z.array(z.object({ id: z.string() })), nextPageToken: z.string().optional() }),
  changes: z.object({
    changes: z.array(change),
    nextPageToken: z.string().optional(),
    newStartPageToken: z.string().optional(),
  }),
  startPageToken: z.object({ startPageToken: z.string() }),
  channel: z.object({ resourceId: z.string(), expiration: z.string().optional() }),
  nothing: z.unknown(),
  about: z.object({
    user: z.object({
      permissionId: z.string(),
      displayName: z.string().optional(),
      emailAddress: z.string().optional(),
    }),
  }),
};
