import type { ScrapedPage } from '@docfleet/scraping';
import { expect, test } from '@jest/globals';
import { leadsToSignIn } from './sign-in.ts';

const asked = new URL('https://wiki.example/pages/7');
const shown = (finalUrl: string, page: Partial<ScrapedPage> = {}): ScrapedPage => ({
  kind: 'page',
  finalUrl: new URL(finalUrl, asked),
  canonicalUrl: undefined,
  title: 'Sign in',
  markdown: 'Please sign in.',
  links: [],
  mayIndex: true,
  mayFollow: true,
  hasPasswordField: false,
  ...page,
});

test.each<[string, string, Partial<ScrapedPage>]>([
  ['a form on the site', '/login?next=/pages/7', { hasPasswordField: true }],
  ['a form that scripts draw', '/auth/sign-in?returnTo=%2Fpages%2F7', {}],
  ['a WordPress', '/wp-login.php?redirect_to=/pages/7', {}],
  ['another host of the company', 'https://sso.example/realms/x', {}],
  ['a vendor of identities', 'https://login.microsoftonline.example/tenant/oauth2/authorize', {}],
  ['a form at an address that says nothing of it', '/members', { hasPasswordField: true }],
  ['SAML', 'https://idp.example/profile?SAMLRequest=x', {}],
])('%s is a sign-in', (_what, finalUrl, page) => {
  expect(leadsToSignIn(asked, shown(finalUrl, page))).toBe(true);
});

test('a page that asks for a password and has no text is a sign-in wherever it stands', () => {
  expect(leadsToSignIn(asked, shown('/pages/7', { hasPasswordField: true, markdown: '' }))).toBe(true);
});

const guide = { markdown: 'How people sign in is described here. '.repeat(100) };
test.each<[string, URL, ScrapedPage]>([
  ['the page itself', asked, shown('/pages/7', { hasPasswordField: true })],
  ['the page with a slash', asked, shown('/pages/7/', { hasPasswordField: true })],
  ['a page that has moved', asked, shown('/articles/7')],
  ['a guide about signing in', asked, shown('/guides/login')],
  ['a long page with a form in its head', asked, shown('/articles/7', { hasPasswordField: true, ...guide })],
  [
    'a sign-in that was asked for',
    new URL('https://wiki.example/login'),
    shown('/en/login', { hasPasswordField: true }),
  ],
])('%s is no sign-in', (_what, url, page) => {
  expect(leadsToSignIn(url, page)).toBe(false);
});
