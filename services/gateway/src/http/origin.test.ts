import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { originOf } from './origin.ts';

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
