import { expect, test } from '@jest/globals';
import {
  attachments,
  comments,
  descendants,
  pageList,
  recentComments,
  singlePage,
  sites,
  spaceList,
  spaces,
} from './replies.ts';

const version = { number: 1 };
const minimal = { id: '1', title: 'Plan', version };
const read = { ...minimal, status: 'current', _links: {} };
const listOf = (...results: object[]) => ({ results, _links: {} });

test.each([
  ['site', sites, [{ id: 'a', name: 'Acme' }], [{ id: 'a', name: 'Acme', scopes: [] }]],
  ['page', singlePage, { ...minimal, id: 1 }, read],
  [
    'page',
    singlePage,
    {
      ...minimal,
      spaceId: null,
      body: null,
      version: { number: 1, createdAt: null },
      _links: { webui: null, base: null },
    },
    {
      ...read,
      spaceId: null,
      body: null,
      version: { number: 1, createdAt: null },
      _links: { webui: null, base: null },
    },
  ],
  ['page', singlePage, { ...minimal, spaceId: 7, body: {} }, { ...read, spaceId: '7', body: {} }],
  ['page', singlePage, { ...minimal, body: { storage: null } }, { ...read, body: { storage: null } }],
  ['list', pageList, { results: [] }, listOf()],
  [
    'list',
    pageList,
    { results: [], _links: { next: null, base: null } },
    { results: [], _links: { next: null, base: null } },
  ],
  [
    'descendant',
    descendants,
    { results: [{ id: 1, type: 'page' }] },
    listOf({ id: '1', type: 'page', title: '', depth: 1 }),
  ],
  ['attachment', attachments, { results: [{ title: 'a' }] }, listOf({ title: 'a' })],
  [
    'attachment',
    attachments,
    { results: [{ title: 'a', mediaType: null }] },
    listOf({ title: 'a', mediaType: null }),
  ],
  [
    'comment',
    comments,
    { results: [{ id: 1 }, { id: 2, body: null }, { id: 3, body: {} }, { id: 4, body: { storage: null } }] },
    listOf({ id: '1' }, { id: '2', body: null }, { id: '3', body: {} }, { id: '4', body: { storage: null } }),
  ],
  [
    'comment',
    recentComments,
    {
      results: [
        { version: { createdAt: 't' } },
        { pageId: null, blogPostId: null, version: { createdAt: 't' } },
      ],
    },
    listOf({ version: { createdAt: 't' } }, { pageId: null, blogPostId: null, version: { createdAt: 't' } }),
  ],
  ['space', spaces, { results: [{ id: 1 }] }, { results: [{ id: '1' }] }],
  [
    'space',
    spaceList,
    { results: [{ key: 'A' }, { key: 'B', name: null }] },
    listOf({ key: 'A' }, { key: 'B', name: null }),
  ],
])('a %s of Confluence may leave out what is not needed', (_what, schema, answer, known) => {
  expect(schema.parse(answer)).toEqual(known);
});
