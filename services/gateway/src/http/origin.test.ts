import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { originOf, proxyAdvice } from './origin.ts';

const requestTo = (host: string, secure: boolean) => ({ headers: { host }, secure }) as Request;

test('links begin with https where a trusted proxy says that the request was', () => {
  expect(originOf(requestTo('docs.example.com', true), undefined)).toBe('https://docs.example.com');
  expect(originOf(requestTo('docs.example.com', false), undefined)).toBe('http://docs.example.com');
});

test('links begin with the public address wherever the request came to', () => {
  expect(originOf(requestTo('10.0.0.5:4000', false), 'https://docs.example.com')).toBe(
    'https://docs.example.com',
  );
});

test('a host that no link can hold is replaced', () => {
  expect(originOf(requestTo('a"><script>', false), undefined)).toBe('http://localhost');
});

test('behind a proxy that drops the port, a page of the console learns what to set, and no other page', () => {
  const page = { host: 'docs.lan', origin: 'http://docs.lan:8443' };
  const request = { headers: { ...page, 'x-docfleet-console': '1' }, secure: false } as unknown as Request;
  expect(proxyAdvice(request, undefined)).toContain(
    'This page is at http://docs.lan:8443, docfleet takes itself to be at http://docs.lan: set PUBLIC_URL',
  );
  expect(proxyAdvice({ headers: page, secure: false } as Request, undefined)).toBe('');
});
