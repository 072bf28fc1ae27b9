import { expect, test } from '@jest/globals';
import {
  blocks,
  bot,
  comments,
  database,
  listing,
  page,
  pageMarkdown,
  placed,
  propertyItems,
  textOf,
} from './replies.ts';

const end = { next_cursor: null };
const minimal = { object: 'page', id: 'p', last_edited_time: 't' };
const read = { in_trash: false, properties: {} };
const none = { page_id: null, block_id: null, database_id: null, data_source_id: null };

test.each([
  ['page', page, minimal, { ...minimal, ...read }],
  [
    'page',
    page,
    { ...minimal, created_time: null, url: null, parent: null },
    { ...minimal, ...read, created_time: null, url: null, parent: null },
  ],
  ['page', page, { ...minimal, parent: {} }, { ...minimal, ...read, parent: {} }],
  ['page', page, { ...minimal, parent: none }, { ...minimal, ...read, parent: none }],
  ['block', placed, {}, {}],
  [
    'listing',
    listing,
    { ...end, results: [], request_status: null },
    { ...end, results: [], request_status: null },
  ],
  ['listing', listing, { ...end, results: [] }, { ...end, results: [] }],
  [
    'property',
    propertyItems,
    { ...end, results: [{ type: 'x', x: 1 }] },
    { ...end, results: [{ type: 'x', x: 1 }] },
  ],
  [
    'block',
    blocks,
    { ...end, results: [{ id: 'b', type: 'x' }] },
    { ...end, results: [{ id: 'b', type: 'x' }] },
  ],
  ['database', database, { data_sources: [{ id: 's' }] }, { data_sources: [{ id: 's' }] }],
  ['Markdown', pageMarkdown, { markdown: '' }, { markdown: '', unknown_block_ids: [] }],
  [
    'comment',
    comments,
    { ...end, results: [{ rich_text: null }] },
    { ...end, results: [{ rich_text: null }] },
  ],
  ['bot', bot, { id: 'b' }, { id: 'b' }],
  ['bot', bot, { id: 'b', name: null, bot: null }, { id: 'b', name: null, bot: null }],
  ['bot', bot, { id: 'b', bot: {} }, { id: 'b', bot: {} }],
  [
    'bot',
    bot,
    { id: 'b', bot: { workspace_id: null, workspace_name: null } },
    { id: 'b', bot: { workspace_id: null, workspace_name: null } },
  ],
])('a %s of Notion may leave out what is not needed', (_what, schema, answer, known) => {
  expect(schema.parse(answer)).toEqual(known);
});

test('rich text is its plain text, and what is none has no text', () => {
  expect(textOf([{ plain_text: 'a' }, { plain_text: 'b' }])).toBe('ab');
  expect(textOf({ plain_text: 'a' })).toBe('');
});
