import { z } from 'zod';

const links = { '@odata.nextLink': z.url().optional() };
const listOf = <Schema extends z.ZodType>(one: Schema) => z.object({ value: z.array(one), ...links });

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
