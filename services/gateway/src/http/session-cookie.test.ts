import { randomBytes } from 'node:crypto';
import { createVault } from '@docfleet/secrets';
import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { readSession, sessionCookie } from './session-cookie.ts';

const settings = { publicUrl: undefined, vault: createVault(randomBytes(32).toString('base64')) };
const request = (cookie?: string) => ({ headers: { host: 'localhost', cookie }, secure: false }) as Request;

test('a session is over when its time is, whatever the browser still sends', () => {
  const session = { id: 'session', apiKey: 'df_live_a_b', expiresAt: 1_000 };
  const [cookie] = sessionCookie(request(), settings, session).split(';');
  expect(readSession(request(`other=1; ${cookie}`), settings, 999)).toEqual(session);
  expect(readSession(request(cookie), settings, 1_000)).toBeUndefined();
});

test('what another installation on the same host has set is no session', () => {
  const other = { publicUrl: undefined, vault: createVault(randomBytes(32).toString('base64')) };
  const [cookie] = sessionCookie(request(), other, {
    id: 'session',
    apiKey: 'df_live_a_b',
    expiresAt: 2,
  }).split(';');
  expect(readSession(request(cookie), settings, 1)).toBeUndefined();
});
