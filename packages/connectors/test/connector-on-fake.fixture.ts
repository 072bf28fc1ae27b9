import { createEgress, type Egress } from '@docfleet/egress';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { createMarkupReader } from '../src/markup/markup-reader.ts';
import type { Connector, ConnectorContext, Feeds } from '../src/provider.ts';

interface Fake {
  readonly url: string;
  close(): Promise<unknown>;
}

/** Keeps the feeds of drives as a sync does: what a listing brings counts from its end on. */
function rememberFeeds(connector: Connector): Connector {
  let known = new Map<string, string>();
  const staged = new Map<string, string>();
  const feeds: Feeds = {
    find: async (drive) => known.get(drive),
    async after(drive) {
      const next = [...known.keys()].toSorted().find((one) => drive === undefined || one > drive);
      return next === undefined ? undefined : { drive: next, cursor: known.get(next) ?? '' };
    },
  };
  return {
    ...connector,
    async list(cursor, selection, signal) {
      if (cursor === undefined) staged.clear();
      const page = await connector.list(cursor, selection, signal, feeds);
      for (const [drive, next] of Object.entries(page.feeds ?? {})) staged.set(drive, next);
      if (page.nextCursor !== undefined) return page;
      known = new Map([...(page.isComplete ? [] : known), ...staged]);
      staged.clear();
      return page;
    },
  };
}

/** Lets tests open connectors on fakes of their vendors; a fake ends with its test. */
export function connectorsOnFakes(
  open: (context: ConnectorContext) => Connector,
  endpoints: (url: string) => Record<string, string>,
) {
  let egress: Egress;
  /** Its children start at their first task. */
  const markup = createMarkupReader({ processes: 1 });
  const fakes: Fake[] = [];
  beforeAll(() => {
    egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
  });
  afterEach(async () => {
    await Promise.all(fakes.splice(0).map((fake) => fake.close()));
  });
  afterAll(() => {
    markup.close();
    return egress.close();
  });

  return (fake: Fake, token: () => string, changes: Partial<ConnectorContext> = {}): Connector => {
    fakes.push(fake);
    return rememberFeeds(
      open({
        fetch: egress.fetch,
        accessToken: async () => token(),
        endpoints: endpoints(fake.url),
        markup,
        pace: async () => undefined,
        ...changes,
      }),
    );
  };
}
