import type { z } from 'zod';
import { replies } from './replies.ts';
import { siteReplies } from './site-replies.ts';

type Reply<Name extends keyof typeof siteReplies> = Promise<z.output<(typeof siteReplies)[Name]>>;
type Link = string | undefined;

/** Sites, and their pages and lists. */
export interface SiteApi {
  /** A site by its address or id; the organization's root without one. */
  site(site: string | undefined): Promise<z.output<typeof replies.site>>;
  /** A page of the sites that the account may see; the first without a link. */
  sites(link: Link): Promise<z.output<typeof replies.sites>>;
  /** A page of a site's libraries; the first without a link. */
  drivesOf(site: string, link: Link): Promise<z.output<typeof replies.drives>>;
  /** A page of its pages; the first without a link. */
  sitePages(site: string, link: Link): Reply<'pages'>;
  /** Requests a page of a site with its content. */
  sitePage(site: string, id: string): Reply<'page'>;
  lists(site: string, link: Link): Reply<'lists'>;
  list(site: string, id: string): Reply<'list'>;
  columns(site: string, list: string): Reply<'columns'>;
  listItems(site: string, list: string, link: Link): Reply<'items'>;
}

type Follow = <Schema extends z.ZodType>(
  link: Link,
  first: string,
  reply: Schema,
) => Promise<z.output<Schema>>;

const siteFields = 'id,displayName,webUrl,isPersonalSite';
const pageFields = 'id,name,title,webUrl,eTag,lastModifiedDateTime,publishingState';
const listFields = 'id,displayName,webUrl,eTag,lastModifiedDateTime,list';
const columnFields = 'name,displayName,hidden,readOnly,text,lookup,personOrGroup';

/** A path with the ids in it encoded. */
export const path = (strings: TemplateStringsArray, ...ids: readonly string[]) =>
  String.raw({ raw: strings }, ...ids.map((id) => encodeURIComponent(id.toWellFormed())));

/** A site by its id, or by its address as Graph writes it. */
function sitePath(site: string): string {
  if (!URL.canParse(site)) return path`/sites/${site}`;
  const { host, pathname } = new URL(site);
  const folders = pathname.replace(/\/+$/, '');
  return folders === '' ? path`/sites/${host}` : `${path`/sites/${host}`}:${folders}:`;
}

/** https://learn.microsoft.com/graph/api/resources/sitepage and /list. */
export const openSiteApi = (follow: Follow, isAppOnly: boolean): SiteApi => ({
  // The second form is of applications alone; both leave out what their index does not have.
  sites: (link) =>
    follow(link, `/sites${isAppOnly ? '/getAllSites?' : '?search=*&'}$select=${siteFields}`, replies.sites),
  site: (site) => {
    const where = site === undefined ? '/sites/root' : sitePath(site).replace(/:$/, '');
    return follow(undefined, `${where}?$select=${siteFields}`, replies.site);
  },
  drivesOf: (site, link) => follow(link, `${sitePath(site)}/drives?$select=id`, replies.drives),
  sitePages: (site, link) =>
    follow(
      link,
      `${sitePath(site)}/pages/microsoft.graph.sitePage?$top=200&$select=${pageFields}`,
      siteReplies.pages,
    ),
  sitePage: (site, id) =>
    follow(
      undefined,
      `${sitePath(site)}/pages/${path`${id}`}/microsoft.graph.sitePage?$expand=canvasLayout`,
      siteReplies.page,
    ),
  lists: (site, link) =>
    follow(link, `${sitePath(site)}/lists?$top=200&$select=${listFields}`, siteReplies.lists),
  list: (site, id) =>
    follow(undefined, `${sitePath(site)}/lists/${path`${id}`}?$select=${listFields}`, siteReplies.list),
  columns: (site, list) =>
    follow(
      undefined,
      `${sitePath(site)}/lists/${path`${list}`}/columns?$top=200&$select=${columnFields}`,
      siteReplies.columns,
    ),
  listItems: (site, list, link) =>
    follow(link, `${sitePath(site)}/lists/${path`${list}`}/items?$top=200&$expand=fields`, siteReplies.items),
});
