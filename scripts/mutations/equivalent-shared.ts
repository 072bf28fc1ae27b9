/** Mistakes outside of the connectors that change nothing that anyone could notice, without their lines, each with its reason. */
export const equivalentInShared: ReadonlyMap<string, string> = new Map([
  [
    'packages/providers/file-store/src/providers/local/store.ts leave out , 0 in file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0)',
    'a file that was just opened is read from its beginning',
  ],
  [
    'packages/providers/file-store/src/providers/local/store.ts shift instead of pop in folders.pop()',
    'a listing has no order',
  ],
  [
    "packages/providers/file-store/src/providers/local/store.ts drop 'EEXIST' in ['ENOTEMPTY', 'EEXIST']",
    'Linux says ENOTEMPTY; POSIX allows the other, which other systems say',
  ],
  [
    'packages/core/pipeline/src/access-tokens/access-tokens.ts no default  = false in after401 = false',
    'what is undefined is as false',
  ],
  [
    'packages/providers/oauth/src/check-client.ts no String of String(details.setting)',
    'what a vendor rejects names its setting',
  ],
  [
    'packages/providers/oauth/src/check-client.ts no String of String(details.reason)',
    'a pattern makes a text itself',
  ],
  [
    'packages/core/pipeline/src/access-tokens/access-tokens.ts never secret === null in secret === null ? undefined : requestToken?.({ connector, settings, secret })',
    'a token that was entered itself is not renewed',
  ],
  [
    'packages/core/pipeline/src/access-tokens/access-tokens.ts only the last of secret === null || issuing === undefined',
    'a token that was entered itself is not renewed',
  ],
  [
    'packages/core/pipeline/src/access-tokens/access-tokens.ts only the last of settings && clientOf(settings.configs, vendor)',
    'the namespace of a connection is there',
  ],
  [
    'packages/core/domain/src/document/delete-documents.ts only the first of !first || !last',
    'where there is a first, there is a last',
  ],
  [
    'packages/core/domain/src/document/delete-documents.ts only the last of !first || !last',
    'where there is a last, there is a first',
  ],
  [
    'packages/core/domain/src/document/end.ts = for  <=  in HEN "unfinishedDocuments" <= 1 THEN "endsAs" ELSE stat',
    'the document that ends is one of the unfinished, so that there are no fewer than one',
  ],
  [
    'packages/providers/oauth/src/revoke.ts no ?. in vendor.revocation?.style',
    'it is called only for a vendor that can be notified',
  ],
  [
    'services/connector-sync/src/listing/sort-items.ts unshift instead of push in sorted.found.push({ ...document, failure: known.unreadable.failure })',
    'in which order documents enter a run shows nowhere',
  ],
  [
    'packages/providers/file-store/src/providers/local/store.ts do without await sync(directory).catch(unlessAbsent);',
    'only a loss of power shows whether the entries of a folder are durable',
  ],
  [
    "packages/providers/vector-store/src/providers/lancedb/index.ts always ids.length > 0 in if (ids.length > 0) await writes.add({ kind: 'remove', ids }, signal);",
    'a write of nothing changes nothing, and costs a commit',
  ],
  [
    "packages/providers/vector-store/src/providers/lancedb/index.ts always ids.length > 0 in if (ids.length > 0) await writes.add({ kind: 'metadata', ids, metadata }, signal",
    'a write of nothing changes nothing, and costs a commit',
  ],
  [
    'packages/providers/vector-store/src/providers/lancedb/remains.ts only the last of version !== undefined && version.timestamp.getTime() <= Date.now() - ms',
    'of several versions there is a first, and of deleted rows one that deleted them',
  ],
]);
