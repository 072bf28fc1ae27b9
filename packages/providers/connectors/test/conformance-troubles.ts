import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { type ConformingConnector, type Open, rejection, signal, textOf } from './conformance-subject.ts';

/** Tests the contract with a vendor that refuses, breaks off, falls silent or repeats its pages. */
export function describeTroubles(subject: ConformingConnector, open: Open): void {
  const suffix = subject.hasFiles ? '.txt' : '';

  describe('any connector whose vendor is in trouble', () => {
    test.each([
      [400, 'PROVIDER_REJECTED'],
      [403, 'ITEM_FORBIDDEN'],
      [404, 'ITEM_NOT_FOUND'],
      [409, 'PROVIDER_UNAVAILABLE'],
      [410, 'ITEM_NOT_FOUND'],
      [429, 'PROVIDER_RATE_LIMITED'],
      [500, 'PROVIDER_UNAVAILABLE'],
      [503, 'PROVIDER_UNAVAILABLE'],
      [529, 'PROVIDER_UNAVAILABLE'],
    ])('an item that answers %i fails alone with %s', async (status, code) => {
      const { fake, connector, sync } = await open();
      const bad = fake.put(`/bad${suffix}`, 'bad');
      const good = fake.put(`/good${suffix}`, 'good');
      const { items } = await sync();
      fake.fault = () => ({ kind: 'status', status });
      const error = await rejection(connector.fetch(items.get(bad)!, signal));
      expect(error).toMatchObject({ code, details: { status } });
      expect(error.details.reason).not.toBe('');
      // The vendor is named as its customers write it.
      const said = error.message.replaceAll(' ', '').toUpperCase();
      expect(said.startsWith(subject.name.replace('_', ''))).toBe(true);
      fake.fault = undefined;
      const { body } = await connector.fetch(items.get(good)!, signal);
      expect(await textOf(body)).toContain('good');
    });

    if (!subject.isTrashReadable)
      test('an item that is gone since it was listed has a code of its own', async () => {
        const { fake, connector, sync } = await open();
        const id = fake.put(`/a${suffix}`, 'a');
        const item = (await sync()).items.get(id)!;
        fake.remove(id);
        expect(await rejection(connector.fetch(item, signal))).toMatchObject({ code: 'ITEM_NOT_FOUND' });
      });

    const { hasTokens = true } = subject;
    if (hasTokens) describeRenewal(open);

    test('a token or key that is refused fails the connection', async () => {
      const { fake, connector } = await open({ accessToken: async () => 'revoked' });
      const error = await rejection(connector.whoAmI(signal));
      expect(error).toMatchObject({ code: 'CONNECTION_UNAUTHORIZED', retryable: false });
      expect(fake.requests).toHaveLength(hasTokens ? 2 : 1);
    });

    test.each([
      ['7', 7_000, 7_000],
      [new Date(Date.now() + 120_000).toUTCString(), 60_000, 120_000],
    ])('reads how long to wait from Retry-After: %s', async (value, least, most) => {
      const { fake, connector } = await open();
      fake.fault = () => ({ kind: 'status', status: 429, headers: { 'retry-after': value } });
      const { code, details } = await rejection(connector.whoAmI(signal));
      expect(code).toBe('PROVIDER_RATE_LIMITED');
      expect(details.retryAfterMs).toBeGreaterThanOrEqual(least);
      expect(details.retryAfterMs).toBeLessThanOrEqual(most);
    });

    test.each(['cut', 'truncated'] as const)(
      'nothing is listed out of an answer that is %s',
      async (kind) => {
        const { fake, sync } = await open();
        fake.put(`/a${suffix}`, 'a');
        fake.fault = () => ({ kind });
        expect(await rejection(sync())).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', retryable: true });
      },
    );

    if (subject.cursorsExpire)
      test('a forgotten cursor of which the refusal is truncated is asked for again', async () => {
        const { fake, sync } = await open();
        fake.put(`/a${suffix}`, 'a');
        const { last } = await sync();
        fake.expireCursors();
        fake.fault = () => ({ kind: 'truncated' });
        expect(await rejection(sync(last.syncCursor))).toMatchObject({
          code: 'PROVIDER_UNAVAILABLE',
          retryable: true,
        });
      });

    test.each(['hang', 'stall'] as const)('stops waiting for a vendor that %ss', async (kind) => {
      const { fake, connector } = await open({ deadlineMs: 200 });
      fake.fault = () => ({ kind });
      const error = await rejection(connector.whoAmI(signal));
      expect(error).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
      expect(error.details.reason).toBe('Nothing was heard for 0.2 seconds');
    });

    test('a listing that repeats its pages for ever comes to an end', async () => {
      const { fake, sync } = await open();
      for (let number = 0; number < 12; number += 1) fake.put(`/f/${number}${suffix}`, `${number}`);
      fake.repeatPages = true;
      expect(await rejection(sync())).toMatchObject({ code: 'LISTING_ENDLESS', retryable: false });
    });

    test('lets go when it is aborted', async () => {
      const { fake, connector } = await open();
      const abort = new AbortController();
      fake.fault = () => {
        abort.abort('stop');
        return { kind: 'hang' };
      };
      await expect(connector.list(undefined, subject.selection?.(fake), abort.signal)).rejects.toBe('stop');
    });

    test('keeps the token out of what it says', async () => {
      const { fake, connector } = await open();
      fake.token = 'Very-secret-token-1234';
      const said = `Bearer ${fake.token} was refused`;
      const body = { message: said, error_summary: said, errors: [{ title: said }] };
      fake.fault = () => ({ kind: 'status', status: 400, body });
      const error = await rejection(connector.whoAmI(signal));
      expect(error.details.reason).toContain('was refused');
      expect(inspect(error, { depth: null })).not.toContain('secret');
    });
  });
}

function describeRenewal(open: Open): void {
  test('a refused token is renewed once, and the request sent again', async () => {
    const asked: (boolean | undefined)[] = [];
    let token = '';
    const { connector, fake } = await open({
      accessToken: async (after401) => {
        asked.push(after401);
        return after401 ? token : 'stale';
      },
    });
    token = fake.token;
    await connector.whoAmI(signal);
    expect(asked.slice(0, 2)).toEqual([false, true]);
  });
}
