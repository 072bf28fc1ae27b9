import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { type GraphPaging, notFound, pageOf, refuse } from './listings.ts';
import type { FakeSiteList, FakeSitePage, GraphStore } from './store.ts';

interface Site {
  readonly store: GraphStore;
  readonly paging: GraphPaging;
  readonly id: string;
}

const presentPage = ({ id, title, level = 'published', version }: FakeSitePage) => ({
  '@odata.type': '#microsoft.graph.sitePage',
  id,
  name: `${title}.aspx`,
  title,
  eTag: `"{${id}},${version}"`,
  webUrl: `https://contoso.sharepoint.com/SitePages/${encodeURIComponent(title)}.aspx`,
  lastModifiedDateTime: '2026-01-01T00:00:00Z',
  publishingState: { level, versionId: level === 'published' ? `${version}.0` : `${version - 1}.1` },
});

/** Returns the content of a page as `canvasLayout`, which responses hold only when it is requested. */
const layoutOf = ({ html }: FakeSitePage) => ({
  horizontalSections: [
    {
      layout: 'oneColumn',
      id: '1',
      columns: [
        {
          id: '1',
          width: 12,
          webparts: [
            { '@odata.type': '#microsoft.graph.textWebPart', id: 'a', innerHtml: html },
            {
              '@odata.type': '#microsoft.graph.standardWebPart',
              id: 'b',
              webPartType: 'c70391ea',
              data: {
                title: 'Quick links',
                serverProcessedContent: {
                  searchablePlainTexts: [{ key: 'items[0].title', value: 'Travel <policy>' }],
                  links: [{ key: 'items[0].url', value: '/travel' }],
                },
              },
            },
          ],
        },
      ],
    },
  ],
});

const presentList = ({ id, displayName, template = 'genericList', hidden = false }: FakeSiteList) => ({
  id,
  displayName,
  eTag: '"1"',
  webUrl: `https://contoso.sharepoint.com/Lists/${encodeURIComponent(displayName)}`,
  lastModifiedDateTime: '2026-01-02T00:00:00Z',
  list: { contentTypesEnabled: false, hidden, template },
});

function respondPages(request: StubRequest, [id, cast]: readonly string[], site: Site): StubResponse {
  const pages = site.store.sitePages.get(site.id) ?? [];
  if (id === undefined || id === 'microsoft.graph.sitePage')
    return pageOf(request, pages.map(presentPage), site.paging);
  const page = pages.find((one) => one.id === id);
  if (!page) return notFound;
  const isExpanded = request.query.get('$expand') === 'canvasLayout';
  // The layout is of site pages alone: pages of other kinds have none.
  if (isExpanded && cast !== 'microsoft.graph.sitePage')
    return refuse(
      400,
      'BadRequest',
      "Could not find a property named 'canvasLayout' on type 'baseSitePage'.",
    );
  return { body: { ...presentPage(page), ...(isExpanded && { canvasLayout: layoutOf(page) }) } };
}

function respondLists(request: StubRequest, [id, part]: readonly string[], site: Site): StubResponse {
  const lists = site.store.siteLists.get(site.id) ?? [];
  if (id === undefined) return pageOf(request, lists.map(presentList), site.paging);
  const list = lists.find((one) => one.id === id);
  if (!list) return notFound;
  if (part === undefined) return { body: presentList(list) };
  if (part === 'columns') return pageOf(request, list.columns, { ...site.paging, pageSize: 200 });
  const hasFields = request.query.get('$expand') === 'fields';
  const items = list.rows.map((fields, index) => ({ id: String(index + 1), ...(hasFields && { fields }) }));
  return part === 'items' ? pageOf(request, items, site.paging) : notFound;
}

/** Responds with the pages and lists of a site; undefined for other paths. */
export function respondSiteContents(
  request: StubRequest,
  [noun, ...rest]: readonly string[],
  site: Site,
): StubResponse | undefined {
  if (noun === 'pages') return respondPages(request, rest, site);
  return noun === 'lists' ? respondLists(request, rest, site) : undefined;
}
