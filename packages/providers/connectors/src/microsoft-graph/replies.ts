import { z } from 'zod';

/** Removes null fields: Graph omits absent values, and some tenants' servers write null instead, which is no reason to lose a drive. */
const withoutNulls = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
    : value;

const described = <Shape extends z.ZodRawShape>(shape: Shape) => z.preprocess(withoutNulls, z.object(shape));

const reference = described({
  driveId: z.string().optional(),
  id: z.string().optional(),
  path: z.string().optional(),
  driveType: z.string().optional(),
});

/** https://learn.microsoft.com/graph/api/resources/driveitem */
export const driveItem = described({
  id: z.string(),
  name: z.string().default(''),
  size: z.number().optional(),
  cTag: z.string().optional(),
  eTag: z.string().optional(),
  webUrl: z.string().optional(),
  lastModifiedDateTime: z.string().optional(),
  parentReference: reference.default({}),
  file: described({ mimeType: z.string().optional() }).optional(),
  folder: z.unknown().optional(),
  root: z.unknown().optional(),
  package: described({ type: z.string().default('unknown') }).optional(),
  malware: z.unknown().optional(),
  deleted: z.unknown().optional(),
  remoteItem: described({ id: z.string(), parentReference: reference.default({}) }).optional(),
});
export type DriveItem = z.output<typeof driveItem>;

/** The fields of DriveItem, as Graph is asked for them in lists. */
export const itemFields =
  'id,name,size,cTag,eTag,webUrl,lastModifiedDateTime,parentReference,file,folder,root,package,malware,deleted,remoteItem';

const link = z
  .string()
  .refine((text) => URL.canParse(text), { error: 'must be an address' })
  .optional();
const links = { '@odata.nextLink': link, '@odata.deltaLink': link };

const textOrNull = z.string().nullable().default(null);
const site = z.object({
  id: z.string(),
  displayName: textOrNull,
  webUrl: textOrNull,
  isPersonalSite: z.boolean().nullish(),
});

export const replies = {
  items: z.object({ value: z.array(driveItem), ...links }),
  drives: z.object({ value: z.array(z.object({ id: z.string() })), ...links }),
  sites: z.object({ value: z.array(site), ...links }),
  drive: z.object({ id: z.string() }),
  site,
  subscription: z.object({ id: z.string(), expirationDateTime: z.coerce.date() }),
  nothing: z.unknown(),
  me: z.object({
    id: z.string(),
    displayName: textOrNull,
    userPrincipalName: textOrNull,
  }),
};
