import { describe, expect, test } from '@jest/globals';
import { findStandIn } from './find-stand-in.ts';
import { readTree } from './read-page.ts';

async function codeOf(html: string): Promise<string | undefined> {
  return findStandIn(await readTree([Buffer.from(html)], 'utf-8'))?.code;
}
const script = '<script defer src="/main.js"></script>';

describe('a page that shows its text by scripts alone is refused', () => {
  test.each([
    [
      'React',
      `<title>React App</title>${script}<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>`,
    ],
    [
      'Vue, in Japanese',
      `${script}<noscript><strong>JavaScriptを有効にしてください</strong></noscript><div id="app"></div>`,
    ],
    ['Angular', `<app-root>Loading...</app-root>${script}`],
    [
      'a notice in the page',
      `<p>This site requires JavaScript. Please enable it in your browser.</p>${script}`,
    ],
    ['a notice in German', `<p>Bitte aktivieren Sie JavaScript in Ihrem Browser.</p>${script}`],
    ['a notice in French', `<h1>JavaScript est désactivé</h1>${script}`],
    ['a notice in Russian', `<p>Включите JavaScript, чтобы продолжить.</p>${script}`],
    ['a notice in Chinese', `<p>请启用 JavaScript 后继续访问</p>${script}`],
    ['a spinner', `<div class="spinner"><span>Please wait…</span></div>${script}`],
    ['a spinner in Spanish', `<div>Cargando…</div>${script}`],
  ])('%s', async (_of, html) => {
    expect(await codeOf(html)).toBe('PAGE_EMPTY');
  });
});

describe('a check for robots is refused', () => {
  test.each([
    [
      'Cloudflare',
      '<title>Just a moment...</title><script>window._cf_chl_opt={}</script><p>Verifying you are human.</p>',
    ],
    [
      'DataDome',
      '<p>Please enable JS and disable any ad blocker</p><script src="https://ct.captcha-delivery.com/c.js"></script>',
    ],
    ['PerimeterX', '<div id="px-captcha"></div><h1>Press & hold to confirm</h1><script></script>'],
    [
      'Imperva',
      '<p>Request unsuccessful. Incapsula incident ID: 7</p><iframe src="/_Incapsula_Resource?x=1"></iframe>',
    ],
    ['AWS', '<script src="https://x.awswaf.com/challenge.js"></script><h1>Let us confirm you are human</h1>'],
    [
      'reCAPTCHA',
      '<script src="https://www.google.com/recaptcha/api.js"></script><p>Our systems have detected unusual traffic from your network.</p>',
    ],
    [
      'Distil',
      '<h1>Pardon Our Interruption...</h1><p>As you were browsing something made us think you were a bot.</p><script></script>',
    ],
  ])('%s', async (_of, html) => {
    expect(await codeOf(html)).toBe('PAGE_FORBIDDEN');
  });
});

describe('a page with something to say is read', () => {
  const prose = 'How to enable JavaScript in a browser is described here, step by step, for each of them. ';
  test.each([
    ['a short note with a script', `<p>Opening hours: Monday to Friday, 9 to 5.</p>${script}`],
    ['a long text about scripts', `<p>${prose.repeat(6)}</p>${script}`],
    ['a lesson in a few words', `<h1>JavaScript</h1><p>Lesson one: variables and functions.</p>${script}`],
    ['a page without scripts', '<p>JavaScript is required to run the examples.</p>'],
    [
      'a notice beside the text',
      `<noscript>Please enable JavaScript</noscript><p>Opening hours: 9 to 5.</p>${script}`,
    ],
    [
      'an article about errors',
      `<h1>Errors</h1><p>${'What an operator sees in the console is listed here. '.repeat(3)}Access denied: the key has expired.</p>${script}`,
    ],
    [
      'a form with a captcha',
      `<h1>Contact</h1><p>Write to us.</p><script src="https://www.google.com/recaptcha/api.js"></script>`,
    ],
    [
      'shadow DOM in the page',
      `<x-card><template shadowrootmode="open"><p>Opening hours: 9 to 5.</p></template></x-card>${script}`,
    ],
  ])('%s', async (_of, html) => {
    expect(await codeOf(html)).toBeUndefined();
  });
});

describe('a page that says that there is none is refused', () => {
  test.each([
    [
      'a title with the name of the site',
      '<title>Page not found - ACME</title><p>It may have been moved.</p>',
    ],
    ['a heading', '<h1>404</h1><p>Sorry, we looked everywhere.</p><a href="/">Home</a>'],
    ['both', '<title>404 Not Found | ACME</title><h1>Oops! The page could not be found.</h1>'],
    ['a title in German', '<title>Seite nicht gefunden – ACME</title><p>Zur Startseite</p>'],
    ['a title in French', '<h1>Page introuvable</h1>'],
    ['a title in Russian', '<h1>Страница не найдена</h1>'],
    ['a title in Japanese', '<title>ページが見つかりません</title><p>ホーム</p>'],
  ])('%s', async (_what, html) => {
    expect(await codeOf(html)).toBe('PAGE_EMPTY');
  });

  test.each([
    [
      'a page about such pages',
      '<title>404 pages that people like</title><h1>404 pages that people like</h1>',
    ],
    ['a long page of that name', `<h1>Not found</h1><p>${'A novel about what was lost. '.repeat(30)}</p>`],
    ['a word', '<h1>Lost and not found items</h1><p>Ask at the desk.</p>'],
  ])('and %s is not', async (_what, html) => {
    expect(await codeOf(html)).toBeUndefined();
  });
});
