import type { StubResponse } from '../stub-server.ts';

/** A list as a vendor has answered it, and how it is written again with other items. */
export interface AnsweredList {
  readonly items: readonly unknown[];
  /** The answer with these items; `isLast` makes it the last page. */
  write(items: readonly unknown[], isLast?: boolean): string | StubResponse;
  /** An item as if it had another id. */
  rename(item: unknown): unknown;
}

/** Lists of a vendor, for tests that alter them on their way. */
export interface VendorLists {
  /** Requests that are answered with a list of items, by path and query. */
  readonly requests: RegExp;
  readonly read: (body: string) => AnsweredList;
}

type Answer = Readonly<Record<string, unknown>>;

const renamed = (item: unknown) => ({
  ...(item as Answer),
  id: `9${String((item as Answer)['id']).slice(1)}`,
});

/** Reads lists of JSON that lie in a field; `last` makes an answer the last one. */
export const jsonList =
  (field: string, last: (answer: Answer) => Answer): VendorLists['read'] =>
  (body) => {
    const answer = JSON.parse(body) as Answer;
    return {
      items: (answer[field] ?? []) as unknown[],
      write: (items, isLast = false) => {
        const written = { ...answer, [field]: items };
        return JSON.stringify(isLast ? last(written) : written);
      },
      rename: renamed,
    };
  };

/** An entry of GitHub as if it were another, of which nothing is there. */
function anotherOfGithub(item: unknown) {
  const { sha, path, ...rest } = item as Answer;
  if (path !== undefined) return { ...rest, path: `9${path}`, sha: `9${String(sha).slice(1)}` };
  const key = 'number' in rest ? 'number' : 'id';
  return { ...rest, [key]: 9_000 + Number(rest[key]) };
}

/** Reads a list of GitHub: the entries of a tree, or a bare list, whose pages a header links. */
export const githubList: VendorLists['read'] = (body) => {
  const answer = JSON.parse(body) as unknown[] | (Answer & { readonly tree: readonly unknown[] });
  const isTree = !Array.isArray(answer);
  return {
    items: isTree ? answer.tree : answer,
    write(items, isLast = false) {
      const written = JSON.stringify(
        isTree ? { ...answer, tree: items, ...(isLast && { truncated: false }) } : items,
      );
      return isLast ? { headers: { 'content-type': 'application/json' }, body: written } : written;
    },
    rename: anotherOfGithub,
  };
};

/** Reads a list of S3's objects. */
export const bucketList: VendorLists['read'] = (xml) => {
  const entries = /<Contents>.*<\/Contents>/s.exec(xml)?.[0] ?? '';
  return {
    items: entries.match(/<Contents>.*?<\/Contents>/gs) ?? [],
    write: (items, isLast = false) => {
      const bare = xml.replaceAll(/<Contents>.*?<\/Contents>/gs, '');
      const counted = bare.replace(/<KeyCount>\d+/, `<KeyCount>${items.length}`);
      const ended = counted
        .replace(/<IsTruncated>\w+/, '<IsTruncated>false')
        .replace(/<NextContinuationToken>.*?<\/NextContinuationToken>/s, '');
      return (isLast ? ended : counted).replace(
        '</ListBucketResult>',
        `${items.join('')}</ListBucketResult>`,
      );
    },
    rename: (item) => String(item).replace(/<Key>./, '<Key>9'),
  };
};
