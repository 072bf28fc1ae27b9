/** Mistakes that change nothing that a caller or a vendor could notice, without their lines, each with its reason. */
export const equivalentMutants: ReadonlyMap<string, string> = new Map([
  ["src/microsoft-graph/cursor.ts change 'watched '", 'the mark is written and read by the same constant'],
  ["src/microsoft-graph/cursor.ts change '~site '", 'the mark is written and read by the same constant'],
  ["src/microsoft-graph/cursor.ts change '~rotation'", 'the key is written and read by the same constant'],
  [
    'src/providers/google-drive/list-changes.ts no default log.nextPageToken ?? log.newStartPageToken ?? listing.page',
    'Google sends one of the two tokens with each page of a log',
  ],
  [
    'src/providers/google-drive/list-changes.ts no default log.newStartPageToken ?? cursor',
    'Google sends one of the two tokens with each page of a log',
  ],
  ["src/providers/box/api.ts change 'type'", 'Box sends the type of an item whether or not it is requested'],
  ["src/providers/dropbox/api.ts change '-'", 'the token of the SDK is replaced by the client'],
  [
    'src/providers/confluence/list.ts no default page.version.createdAt ?? null',
    'an absent time is undefined, which is stored as null',
  ],
  ['src/providers/notion/api.ts drop page_size: 100', "Notion's default"],
  [
    "src/providers/notion/api.ts drop sort: { timestamp: 'last_edited_time', direction: 'descending' }",
    "Notion's default",
  ],
  ['src/providers/notion/api.ts drop logLevel: LogLevel.ERROR', 'nothing is written by the logger'],
  [
    "src/providers/confluence/commented.ts no default list.oldest ?? ''",
    'both stand for no time: they are parsed to NaN',
  ],
  [
    'src/providers/confluence/data-center.ts change 100',
    'the server returns a hundred at most, and where to go on',
  ],
  [
    "src/providers/dropbox/index.ts no default headers.get('dropbox-api-result') ?? ''",
    'neither nothing nor an empty text is a result',
  ],
  [
    "src/providers/dropbox/api.ts no default body?.error_summary ?? ''",
    'no pattern matches the word that JavaScript makes of undefined',
  ],
  [
    'src/providers/confluence/data-center.ts change ?cursor=',
    'it is read as an address, of which the query alone counts',
  ],
  [
    'src/providers/confluence/storage-markdown.ts drop isHead: false',
    'an absent flag is no flag: Confluence has no heads of tables',
  ],
  [
    'src/providers/s3/api.ts drop maxAttempts: 1',
    "the SDK repeats what its own errors call retryable, and the client's are none of them",
  ],
  ['src/providers/s3/api.ts drop followRegionRedirects: false', "the SDK's default"],
  [
    'src/providers/box/push.ts findLast instead of find in page.entries.find(({ target }) => target?.id === id && target.type === type)',
    'an application has one webhook for a target',
  ],
  [
    "src/providers/box/push.ts no default  = '' in id = ''",
    'a channel is created for what was named before, which has an id',
  ],
  [
    "src/providers/box/push.ts always error instanceof AppError in error instanceof AppError ? error.details['status'] : undefined",
    'what a call is refused with is such an error',
  ],
  [
    "src/providers/box/note.ts findLast instead of find in marks.find(({ type }) => type === 'link')",
    'a text has one link',
  ],
  [
    "src/providers/box/note.ts return nothing for '' in return '';",
    'texts are joined, and what is undefined is joined as nothing',
  ],
  [
    'src/providers/box/list.ts only the last of here && !state.isFull',
    'only a whole listing begins with nothing to look at',
  ],
  [
    'src/providers/box/api.ts return nothing for { status: 200, headers: {}, data: {} } in return { status: 200, headers: {}, data: {} };',
    'what the SDK makes of an answer changes nothing: the answer was kept before',
  ],
  [
    "src/providers/s3/api.ts leave out , maxTags + 2 in text.split('<', maxTags + 2)",
    'how many parts are made of a text that is refused shows in memory alone',
  ],
  [
    'src/providers/s3/api.ts headers for status in { status, headers, body }',
    'what is no refusal has one meaning, and refusals do not come this far',
  ],
  [
    'src/providers/s3/api.ts findLast instead of find in causesOf(error).find((cause) => cause instanceof AppError)',
    'an error has one cause that the client knows',
  ],
  [
    'src/providers/s3/api.ts leave out , unreadable in readText(body, maxListingBytes, unreadable)',
    'what the SDK throws becomes the same error',
  ],
  ['src/providers/dropbox/api.ts no String of String(url)', 'the SDK names addresses by texts'],
  ['src/providers/s3/list.ts drop token: null', 'the first page has none, however that is written'],
  [
    'src/providers/s3/list.ts change 50',
    'how often other work of the process has its turn shows in no answer',
  ],
  [
    'src/providers/s3/list.ts invert !(index % keysAtOnce)',
    'how often other work of the process has its turn shows in no answer',
  ],
  [
    'src/providers/box/push.ts leave out , null in api.children(id, null)',
    'the SDK sends no parameter that is undefined',
  ],
  [
    'src/providers/box/items.ts unshift instead of push in items.push(itemOf(entry))',
    'the order of what a page lists means nothing',
  ],
  [
    "src/providers/box/note.ts no Number of Number(here.attrs?.['level'] ?? 2)",
    'a text is repeated as often as a number in digits says',
  ],
  [
    "src/providers/confluence/lists.ts only the last of _links.next && new URL(_links.next, 'http://site').searchParams.get('cursor')",
    'no link is read as the address of that name, which has no cursor',
  ],
  [
    'src/providers/confluence/storage-macros.ts return nothing for text in return text;',
    'what is not written is its text',
  ],
  [
    "src/providers/confluence/storage-markdown.ts return nothing for '' in return '';",
    'what lies in a row is read from its cells, and references have no text',
  ],
  [
    'src/providers/confluence/api.ts findLast instead of find in found.find(({ id }) => id === chosen)',
    'a site has an id of its own',
  ],
  [
    "src/providers/confluence/data-center.ts no Number of Number(new URL(link, 'http://site').searchParams.get('start'))",
    '`Math.min` and the link make a number or a text of it themselves',
  ],
  [
    'src/providers/confluence/list.ts never !here in if (!here) return { ...nothing, commented };',
    'a listing that goes on has something to be listed',
  ],
  ["src/providers/notion/index.ts leave out , '' in titles.set(id, '')", 'no title is as an empty one'],
  [
    "src/providers/notion/tree.ts findLast instead of find in Object.values(properties).find(({ type }) => type === 'title')",
    'a page has one title',
  ],
  [
    'src/providers/notion/list.ts no .filter in results.filter(isPage)',
    'a search for pages names nothing else',
  ],
  [
    'src/providers/confluence/commented.ts swap latest, changedAt in later(latest, changedAt)',
    'the later of two times is the same in either order',
  ],
  [
    'src/providers/confluence/commented.ts never state.since === null in if (state.since === null) return { ...state, newest };',
    'no time is later than one that is unknown',
  ],
  [
    'src/providers/confluence/commented.ts items for since in state.since',
    'no time is later than one that is unknown',
  ],
  [
    'src/providers/confluence/commented.ts only the first of Object.keys(items).length > maxItems && newest !== null',
    'what has items has a newest one',
  ],
  [
    "src/providers/dropbox/index.ts always metadata['.tag'] === 'file' in metadata['.tag'] === 'file' ? exportFormatOf(metadata) : null",
    'a folder has as few formats as what cannot be exported',
  ],
  [
    'src/providers/s3/list.ts always !(index % keysAtOnce) in if (!(index % keysAtOnce)) await setImmediate();',
    'how often other work of the process has its turn shows in no answer',
  ],
  [
    'src/providers/s3/list.ts never !(index % keysAtOnce) in if (!(index % keysAtOnce)) await setImmediate();',
    'how often other work of the process has its turn shows in no answer',
  ],
  [
    'src/providers/s3/list.ts * in index % keysAtOnce',
    'how often other work of the process has its turn shows in no answer',
  ],
  [
    'src/providers/s3/list.ts do without await setImmediate();',
    'how often other work of the process has its turn shows in no answer',
  ],
  [
    'src/providers/s3/list.ts do not await await setImmediate()',
    'how often other work of the process has its turn shows in no answer',
  ],
  [
    'src/providers/s3/list.ts unshift instead of push in skipped.push({ externalId, name, reason })',
    'the order of what a page lists means nothing',
  ],
  [
    'src/providers/box/items.ts unshift instead of push in skipped.push({ externalId, name: entry.name, reason })',
    'the order of what a page lists means nothing',
  ],
  [
    'src/microsoft-graph/sign-in.ts never !privateKey in if (!privateKey) return undefined;',
    'a key that is none is refused as well where it is compared with the certificate',
  ],
  [
    'src/microsoft-graph/find-item.ts no ?. in covered?.proof',
    'where nothing is said to be covered, everything lies inside',
  ],
  [
    'src/providers/dropbox/api.ts only the last of pathRoot && { pathRoot }',
    'the SDK takes an option that is undefined for none',
  ],
  [
    'src/providers/dropbox/api.ts only the last of member && { selectUser: member }',
    'the SDK takes an option that is undefined for none',
  ],
  ['src/microsoft-graph/list-table.ts no ^ in /^#x/i', 'a reference has this sign at its beginning alone'],
  [
    'src/providers/confluence/data-center.ts no ?. in found[0]?._links',
    'one item at least is asked for, and found',
  ],
  [
    'src/providers/google-drive/list-changes.ts map instead of flatMap in changes.flatMap(({ file }) => file ?? [])',
    'a change without a file is uncertain, which was decided before',
  ],
  [
    'src/providers/google-drive/find-file.ts only the first of page || undefined',
    'an empty page makes no parameter either',
  ],
  [
    'src/providers/google-drive/list-changes.ts isUserLogRead for page in listing.page',
    'Google sends one of the two tokens with each page of a log',
  ],
  [
    "src/providers/google-drive/sign-in.ts never !file in if (!file) throw new Error('The stored key of a service account cannot be read');",
    'what is stored passes the same schema right before',
  ],
  [
    "src/microsoft-graph/sign-in.ts never !read in if (!read) throw new Error('The stored certificate of an application cannot be read');",
    'what is stored passes the same schema right before',
  ],
  [
    'src/microsoft-graph/site-contents.ts only the first of site === undefined || id === undefined',
    'the parts of an id are found together',
  ],
  [
    'src/microsoft-graph/site-contents.ts only the last of site === undefined || id === undefined',
    'the parts of an id are found together',
  ],
  [
    "src/providers/google-drive/find-file.ts unshift instead of push in found.drives.push(resolved.is === 'item' ? resolved.drive : resolved.folder.driv",
    'which log is opened first shows nowhere',
  ],
  [
    'src/microsoft-graph/list-changes.ts unshift instead of push in fresh.push(drive)',
    'which new drive is read first shows nowhere',
  ],
  [
    "src/microsoft-graph/push.ts only the last of !(error instanceof AppError) || error.code !== 'ITEM_NOT_FOUND'",
    'no other error has this code',
  ],
  [
    "src/providers/google-drive/push.ts only the last of !(error instanceof AppError) || error.code !== 'ITEM_NOT_FOUND'",
    'no other error has this code',
  ],
  [
    'src/microsoft-graph/index.ts no ?. in item.file?.mimeType',
    'what is no file has a reason not to be read, which was asked for before',
  ],
  [
    "src/microsoft-graph/find-item.ts return nothing for 'outside' in return 'outside';",
    'what is nowhere is as little inside, and as little uncertain',
  ],
  [
    'src/microsoft-graph/graph-api.ts sites for drives in replies.drives',
    'of a library its id is read alone, which both have',
  ],
]);
