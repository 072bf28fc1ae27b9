import { createEgress, type Egress } from '@docfleet/egress';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { createMarkupReader } from '../src/markup/markup-reader.ts';
import type { Connector, ConnectorContext } from '../src/provider.ts';
import { holdToPort } from './hold-to-port.ts';
import { rememberFeeds } from './remember-feeds.ts';

interface Fake {
  readonly url: string;
  close(): Promise<unknown>;
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
    const connector = open({
      fetch: egress.fetch,
      accessToken: async () => token(),
      endpoints: endpoints(fake.url),
      markup,
      pace: async () => undefined,
      ...changes,
    });
    return rememberFeeds(holdToPort(connector));
  };
}
