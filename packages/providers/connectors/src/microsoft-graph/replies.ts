import { z } from 'zod';

const siteLinks = { '@odata.nextLink': z.url().optional() };
const listOf = <Schema extends z.ZodType>(one: Schema) => z.object({ value: z.array(one), ...siteLinks });

/** https://learn.microsoft.com/graph/api/resources/sitepage */
const sitePage = z.object({
  id: z.string(),
  name: z.string().default(''),
  title: z.string().nullish(),
  webUrl: z.string().nullish(),
  eTag: z.string().nullish(),
  lastModifiedDateTime: z.string().nullish(),
  publishingState: z.object({ level: z.string().optional(), versionId: z.string().optional() }).nullish(),
});

const keyed = z.array(z.object({ value: z.string().nullish() })).nullish();
const valuesOf = (given: z.output<typeof keyed>) => given?.flatMap(({ value }) => value ?? []) ?? [];

/** A text web part, or the content of another one. */
const webPart = z
  .object({
    innerHtml: z.string().optional(),
    data: z
      .object({
        title: z.string().nullish(),
        serverProcessedContent: z.object({ searchablePlainTexts: keyed, htmlStrings: keyed }).nullish(),
      })
      .nullish(),
  })
  .transform(({ innerHtml, data }) => ({
    innerHtml,
    title: data?.title ?? '',
    texts: valuesOf(data?.serverProcessedContent?.searchablePlainTexts),
    htmls: valuesOf(data?.serverProcessedContent?.htmlStrings),
  }));
const column = z.object({ webparts: z.array(webPart).default([]) });
const canvasLayout = z
  .object({
    horizontalSections: z.array(z.object({ columns: z.array(column).default([]) })).nullish(),
    verticalSection: column.nullish(),
  })
  .nullish();

const list = z.object({
  id: z.string(),
  displayName: z.string(),
  webUrl: z.string().nullish(),
  eTag: z.string().nullish(),
  lastModifiedDateTime: z.string().nullish(),
  list: z.object({ hidden: z.boolean().default(false), template: z.string().nullish() }),
});

export const siteReplies = {
  pages: listOf(sitePage),
  page: sitePage.extend({ canvasLayout }).transform(({ canvasLayout: layout, ...page }) => ({
    ...page,
    parts: [
      ...(layout?.horizontalSections ?? []).flatMap(({ columns }) =>
        columns.flatMap(({ webparts }) => webparts),
      ),
      ...(layout?.verticalSection?.webparts ?? []),
    ],
  })),
  lists: listOf(list),
  list,
  columns: listOf(
    z.object({
      name: z.string(),
      displayName: z.string(),
      hidden: z.boolean().default(false),
      readOnly: z.boolean().default(false),
      text: z.object({ textType: z.string().optional() }).nullish(),
      lookup: z.object({ listId: z.string().optional(), columnName: z.string().optional() }).nullish(),
      personOrGroup: z.object({}).nullish(),
    }),
  ),
  items: listOf(z.object({ id: z.string().optional(), fields: z.record(z.string(), z.unknown()) })),
};

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

/** A file or folder as Graph returns it: https://learn.microsoft.com/graph/api/resources/driveitem */
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
const itemLinks = { '@odata.nextLink': link, '@odata.deltaLink': link };

const textOrNull = z.string().nullable().default(null);
const site = z.object({
  id: z.string(),
  displayName: textOrNull,
  webUrl: textOrNull,
  isPersonalSite: z.boolean().nullish(),
});

export const replies = {
  items: z.object({ value: z.array(driveItem), ...itemLinks }),
  drives: z.object({ value: z.array(z.object({ id: z.string() })), ...itemLinks }),
  sites: z.object({ value: z.array(site), ...itemLinks }),
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
