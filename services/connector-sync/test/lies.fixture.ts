import type { AnsweredList, StubResponse } from '@docfleet/testing';

/** Changes an answer; `first` is the first list that came since the lie began. */
type Change = (list: AnsweredList, first: AnsweredList) => string | StubResponse;
/** Response of a vendor in place of a list, for any request. */
export type Lie = (list: AnsweredList, at: { first: AnsweredList; number: number }) => string | StubResponse;

const changes: Readonly<Record<string, Change>> = {
  'an empty list': ({ write }) => write([]),
  'the first item of a list': ({ items, write }) => write(items.slice(0, 1)),
  'the last item of a list': ({ items, write }) => write(items.slice(-1)),
  'half of a list': ({ items, write }) => write(items.slice(0, Math.floor(items.length / 2))),
  'all but the last item of a list': ({ items, write }) => write(items.slice(0, -1)),
  'every other item of a list': ({ items, write }) => write(items.filter((_, index) => index % 2 === 0)),
  'one item in place of each': ({ items, write }) => write(items.map(() => items[0])),
  'a list without more pages': ({ items, write }) => write(items, true),
  'half of a list without more pages': ({ items, write }) =>
    write(items.slice(0, Math.floor(items.length / 2)), true),
  'an empty list without more pages': ({ write }) => write([], true),
  'the first page again, as the last one': (_, first) => first.write(first.items, true),
  'items of other ids': ({ items, write, rename }) => write(items.map(rename)),
};

/** Numbers of the lists of a listing that are changed. */
const times: Readonly<Record<string, (number: number) => boolean>> = {
  'each time': () => true,
  'the first time': (number) => number === 1,
  'each time but the first': (number) => number > 1,
};

const html = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };
const signIn = '<html><title>Sign in</title><form><input type="password"></form></html>';

/** Answers that are no lists. */
const others: Readonly<Record<string, StubResponse>> = {
  'no content': { status: 204, body: '' },
  'an empty body': { headers: json, body: '' },
  'an empty object': { headers: json, body: '{}' },
  null: { headers: json, body: 'null' },
  'an empty array': { headers: json, body: '[]' },
  'a page to sign in': { headers: html, body: signIn },
  'that there is no such list': { status: 404, headers: html, body: signIn },
  'that the list is gone': { status: 410, headers: html, body: signIn },
  'that the list is closed': { status: 403, headers: html, body: signIn },
  'that the request is wrong': { status: 400, headers: html, body: signIn },
  'that it has failed': { status: 500, headers: html, body: signIn },
};

/** Forty-seven ways not to answer a list truly. */
export const lies: readonly (readonly [string, Lie])[] = [
  ...Object.entries(changes).flatMap(([what, change]) =>
    Object.entries(times).map(([when, isTime]): [string, Lie] => [
      `${what}, ${when}`,
      (list, { first, number }) => (isTime(number) ? change(list, first) : list.write(list.items)),
    ]),
  ),
  ...Object.entries(others).map(([what, answer]): [string, Lie] => [what, () => answer]),
];
