import type { StubRequest, StubResponse } from '../../stub-server.ts';
import { refuse } from './listings.ts';

/** Names of properties by type: https://learn.microsoft.com/graph/api/resources/driveitem and related pages. */
const known = {
  driveItem: new Set(
    'audio bundle cTag children content createdBy createdByUser createdDateTime deleted description eTag file fileSystemInfo folder id image lastModifiedBy lastModifiedByUser lastModifiedDateTime listItem location malware name package parentReference pendingOperations permissions photo publication remoteItem retentionLabel root searchResult shared sharepointIds size specialFolder subscriptions thumbnails versions video webDavUrl webUrl workbook'.split(
      ' ',
    ),
  ),
  drive: new Set(
    'bundles createdBy createdDateTime description driveType id items name owner quota webUrl'.split(' '),
  ),
  site: new Set(
    'createdDateTime description displayName drive drives id isPersonalSite name root sharepointIds siteCollection webUrl'.split(
      ' ',
    ),
  ),
  sitePage: new Set(
    'canvasLayout createdBy createdDateTime description eTag id lastModifiedBy lastModifiedDateTime name pageLayout parentReference promotionKind publishingState reactions showComments showRecommendedPages thumbnailWebUrl title titleArea webParts webUrl'.split(
      ' ',
    ),
  ),
  list: new Set(
    'columns contentTypes createdBy createdDateTime description displayName drive eTag id items lastModifiedBy lastModifiedDateTime list name operations parentReference sharepointIds subscriptions system webUrl'.split(
      ' ',
    ),
  ),
  columnDefinition: new Set(
    'boolean calculated choice columnGroup contentApprovalStatus currency dateTime defaultValue description displayName enforceUniqueValues geolocation hidden hyperlinkOrPicture id indexed isDeletable isReorderable isSealed lookup name number personOrGroup propagateChanges readOnly required sourceColumn sourceContentType term text thumbnail type validation'.split(
      ' ',
    ),
  ),
  listItem: new Set(
    'contentType createdBy createdDateTime driveItem eTag fields id lastModifiedDateTime name sharepointIds versions webUrl'.split(
      ' ',
    ),
  ),
  user: new Set('displayName givenName id mail preferredLanguage surname userPrincipalName'.split(' ')),
} as const;

function typeOf({ path }: StubRequest): keyof typeof known {
  if (/^\/v1\.0\/me$/.test(path)) return 'user';
  if (/^\/v1\.0\/sites\/.+\/pages\//.test(path)) return 'sitePage';
  if (/^\/v1\.0\/sites\/.+\/columns$/.test(path)) return 'columnDefinition';
  if (/^\/v1\.0\/sites\/.+\/lists\/[^/]+\/items$/.test(path)) return 'listItem';
  if (/^\/v1\.0\/sites\/.+\/lists(\/[^/]+)?$/.test(path)) return 'list';
  if (/\/me\/drive$|\/users\/[^/]+\/drive$|\/sites\/.+\/drives$/.test(path)) return 'drive';
  return /^\/v1\.0\/sites(\/[^/]+)?$|^\/v1\.0\/sites\/[^/:]+:\/[^:]+$/.test(path) ? 'site' : 'driveItem';
}

const fieldsOf = ({ query }: StubRequest) => query.get('$select')?.split(',');

/** Returns Graph's refusal of selected fields that a type does not have; undefined for a valid selection. */
export function refuseSelection(request: StubRequest): StubResponse | undefined {
  const type = typeOf(request);
  const wrong = fieldsOf(request)?.find((field) => !known[type].has(field));
  if (wrong === undefined) return undefined;
  return refuse(
    400,
    'BadRequest',
    `Could not find a property named '${wrong}' on type 'microsoft.graph.${type}'.`,
  );
}

/** OData options that Graph knows; it refuses any other with a dollar sign, and ignores all other parameters. */
const knownOptions = new Set(
  '$count $expand $filter $format $orderby $search $select $skip $skiptoken $top $deltatoken'.split(' '),
);
const maxPageSize = 999;

/** Returns Graph's refusal of an unknown option or of too large a page; undefined for valid options. */
export function refuseOption({ query }: StubRequest): StubResponse | undefined {
  const wrong = [...query.keys()].find((name) => name.startsWith('$') && !knownOptions.has(name));
  if (wrong !== undefined)
    return refuse(400, 'BadRequest', `The query parameter '${wrong}' is not supported.`);
  const top = Number(query.get('$top') ?? 1);
  return Number.isInteger(top) && top > 0 && top <= maxPageSize
    ? undefined
    : refuse(400, 'invalidRequest', `The value of $top must be from 1 to ${maxPageSize}.`);
}

const pick = (resource: object, fields: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => fields.has(name) || name.startsWith('@')));

/** Returns a response reduced to the selected fields; in a list, those of each resource. */
export function project(request: StubRequest, reply: StubResponse): StubResponse {
  const selected = fieldsOf(request);
  const { body } = reply;
  if (!selected || (reply.status ?? 200) !== 200 || typeof body !== 'object' || body === null) return reply;
  const fields = new Set(['id', ...selected]);
  const { value } = body as { readonly value?: readonly object[] };
  if (!Array.isArray(value)) return { ...reply, body: pick(body, fields) };
  return { ...reply, body: { ...body, value: value.map((resource) => pick(resource, fields)) } };
}
