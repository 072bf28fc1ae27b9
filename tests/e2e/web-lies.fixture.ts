import { gzipSync } from 'node:zlib';
import { sitemapOf, type WebResponse, type WebSite, webPage } from '@docfleet/testing';

/** Pages of a site, and how it shows something else in place of them. */
const topics = ['Leave', 'Travel', 'Laptops', 'Meetings', 'Parking'];
const html = { 'content-type': 'text/html; charset=utf-8' };
const sentences = (topic: string) =>
  `${topic} is the matter of this page. A team that plans ${topic.toLowerCase()} writes to the office of ${topic}, which answers within ${topic.length} days. `.repeat(
    3,
  );
export const paths = topics.map((topic) => `/${topic.toLowerCase()}`);
const home = (links: readonly string[] = paths) =>
  webPage({
    title: 'Handbook',
    text: 'The handbook of the company begins with this page of contents.',
    links,
  });

/** A site as it is. */
export function truth(site: WebSite): void {
  site.pages.clear();
  site.pages.set('/', home());
  for (const [index, topic] of topics.entries())
    site.pages.set(paths[index]!, webPage({ title: topic, text: sentences(topic) }));
  site.pages.set('/sitemap.xml', sitemapOf(['/', ...paths].map((path) => site.url + path)));
}

export type Lie = (site: WebSite) => void;
/** Every address but the sitemap shows this. */
const everywhere =
  (page: WebResponse | ((url: URL) => WebResponse)): Lie =>
  (site) => {
    for (const path of ['/', ...paths, '/*']) site.pages.set(path, page);
  };
const say = (title: string, text: string, head = ''): WebResponse => webPage({ title, text, head });
const raw = (body: string | Uint8Array, more: WebResponse['headers'] = {}): WebResponse => ({
  headers: { ...html, ...more },
  body,
});
const form =
  '<title>Sign in</title><main><h1>Sign in</h1><form><input name="u"><input type="password" name="p"></form><p>Please sign in to go on.</p></main>';
/** Every page leads to this address, which shows that. */
const leadTo =
  (location: (path: string) => string, path: string, page: WebResponse): Lie =>
  (site) => {
    everywhere((url) =>
      url.pathname === path ? page : { status: 302, headers: { location: location(url.pathname) } },
    )(site);
    site.pages.set(path, page);
  };
const cut: WebResponse = {
  send: (response) => {
    response.writeHead(200, { ...html, 'content-length': '5000' });
    response.write('<main><p>It begins, and', () => response.destroy());
  },
};

/** A new design, in which each page says something of its own. */
export const everywhereOwn: Lie = (site) => {
  for (const path of ['/', ...paths])
    site.pages.set(
      path,
      say(`New ${path}`, `${path.slice(1).repeat(3)} is written anew: ${sentences(path.slice(1) || 'home')}`),
    );
};

/** Forty-one ways to show something else in place of pages. */
export const lies: Record<string, Lie> = {
  'a notice of maintenance': everywhere(
    say('Maintenance', 'We are working on our site and are back at noon.'),
  ),
  'a notice with the time and the address': everywhere(({ pathname }) =>
    say(
      'Maintenance',
      `We are working on our site for some hours and are sorry for it. You asked for ${pathname} at ${Math.random()}.`,
    ),
  ),
  'a notice with 503': everywhere({ status: 503, body: 'away' }),
  'a failure of the server': everywhere({ status: 500, body: 'failed' }),
  'a form to sign in, by redirect': leadTo((path) => `/login?next=${path}`, '/login', raw(form)),
  'a form to sign in that scripts draw': leadTo(
    (path) => `/auth/signin?returnTo=${path}`,
    '/auth/signin',
    say('Sign in', 'Please sign in with your account of the company.'),
  ),
  'a form to sign in at the same address': everywhere(raw(form)),
  'a wish for a password (401)': everywhere({ status: 401, body: 'sign in' }),
  'a refusal (403)': everywhere({ status: 403, body: 'no' }),
  'nothing but 404': everywhere({ status: 404, body: 'none' }),
  'a check for robots': everywhere(
    raw(
      '<title>Just a moment...</title><script>window._cf_chl_opt={}</script><p>Verifying you are human.</p>',
    ),
  ),
  'a check for robots with 403': everywhere({
    status: 403,
    headers: { ...html, 'cf-mitigated': 'challenge' },
    body: '<p>Verify</p>',
  }),
  'a captcha': everywhere(
    raw(
      '<title>Security</title><script src="https://www.google.com/recaptcha/api.js"></script><p>Our systems have detected unusual traffic.</p>',
    ),
  ),
  'a page that needs scripts': everywhere(
    raw(
      '<title>App</title><script src="/a.js"></script><noscript>Please enable JavaScript.</noscript><div id="root"></div>',
    ),
  ),
  'a spinner': everywhere(raw('<title>App</title><script src="/a.js"></script><div>Loading…</div>')),
  'blank pages': everywhere(raw('<html><body></body></html>')),
  'its first page for all': everywhere(home()),
  'its first page for all, by redirect': (site) => {
    for (const path of [...paths, '/*']) site.pages.set(path, { status: 302, headers: { location: '/' } });
  },
  'one of its pages for all': everywhere(webPage({ title: topics[1]!, text: sentences(topics[1]!) })),
  'the page of another customer for all': everywhere(
    say('Welcome', 'Welcome to the shop of another company on the same server.'),
  ),
  'a parked domain': everywhere(
    say('example.com', 'This domain may be for sale. Related searches: insurance, loans, hotels.'),
  ),
  'the page of a fresh web server': everywhere(
    say('Welcome to nginx!', 'If you see this page, the web server is installed and working.'),
  ),
  'a consent that leads back by a cookie that is not kept': leadTo(
    (path) => `/consent?return=${path}`,
    '/consent',
    say('Cookies', 'We and our partners store cookies. Accept all of them to go on reading.'),
  ),
  'pages that break off': everywhere(cut),
  'bytes that are no text': everywhere(
    raw(Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * index) & 255))),
  ),
  'half of a compressed page': everywhere(
    raw(gzipSync('<p>text</p>'.repeat(1_000)).subarray(0, 40), { 'content-encoding': 'gzip' }),
  ),
  'redirects in a circle': leadTo(() => '/round', '/round', { status: 302, headers: { location: '/again' } }),
  'a failure of a gateway, as a page (502)': everywhere({
    status: 502,
    headers: html,
    body: '<h1>502 Bad Gateway</h1><hr><center>nginx</center>',
  }),
  'a gateway that waited in vain (504)': everywhere({ status: 504, body: 'timeout' }),
  'a wish for money (402)': everywhere({ status: 402, body: 'pay' }),
  'a refusal of the law (451)': everywhere({ status: 451, body: 'no' }),
  'no content (204)': everywhere({ status: 204, body: '' }),
  'that it has not found the page, with 200': everywhere(
    say('Not found', 'We could not find the page that you have asked for. Perhaps a search helps.'),
  ),
  'that it has not found this page, with 200': everywhere(({ pathname }) =>
    say(
      'Not found',
      `We could not find the page ${pathname} that you have asked for, nor one that is like it.`,
    ),
  ),
  'an error in JSON, with 200': everywhere({
    headers: { 'content-type': 'application/json' },
    body: '{"error":"internal","message":"Something went wrong"}',
  }),
  'an error in plain text, with 200': everywhere({
    headers: { 'content-type': 'text/plain' },
    body: 'upstream connect error or disconnect/reset before headers',
  }),
  'an index of its folder': everywhere(
    raw('<title>Index of /</title><h1>Index of /</h1><ul><li><a href="/">Parent Directory</a></li></ul>'),
  ),
  'a question for the age, by redirect': leadTo(
    (path) => `/age?next=${path}`,
    '/age',
    say('Age', 'You must be eighteen years old to enter this site. Are you? Yes, enter. No, leave.'),
  ),
  'a page of its new owner at another address': leadTo(
    () => '/welcome',
    '/welcome',
    say('Welcome', 'The company has been bought, and all that it had is found at the new owner.'),
  ),
  'a robots.txt that forbids everything': (site) =>
    site.pages.set('/robots.txt', { body: 'User-agent: *\nDisallow: /\n' }),
  'a robots.txt that cannot be read': (site) =>
    site.pages.set('/robots.txt', { status: 500, body: 'failed' }),
};

/** Lists of a site that name too little. */
export const listLies: Record<string, Lie> = {
  'an empty list': (site) => site.pages.set('/sitemap.xml', sitemapOf([])),
  'a list of one page': (site) => site.pages.set('/sitemap.xml', sitemapOf([`${site.url}/`])),
  'a list of another site': (site) =>
    site.pages.set('/sitemap.xml', sitemapOf(['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b'])),
  'a list that breaks off': (site) =>
    site.pages.set('/sitemap.xml', {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset><url><loc>${site.url}/</loc></url><url>`,
    }),
  'a list of feeds without an entry': (site) =>
    site.pages.set('/sitemap.xml', {
      body: '<rss version="2.0"><channel><title>None</title></channel></rss>',
    }),
  'a page in place of the list': (site) =>
    site.pages.set('/sitemap.xml', say('Maintenance', 'We are back at noon.')),
  'a form to sign in in place of the list': (site) => {
    site.pages.set('/sitemap.xml', { status: 302, headers: { location: '/login' } });
    site.pages.set('/login', raw(form));
  },
  'no list': (site) => site.pages.delete('/sitemap.xml'),
  'a list without its last page': (site) =>
    site.pages.set('/sitemap.xml', sitemapOf(['/', ...paths.slice(0, -1)].map((path) => site.url + path))),
  'a list of the second half': (site) =>
    site.pages.set('/sitemap.xml', sitemapOf(paths.slice(-3).map((path) => site.url + path))),
  'a list of one page, many times': (site) =>
    site.pages.set('/sitemap.xml', sitemapOf(Array.from({ length: 6 }, () => `${site.url}/leave`))),
  'an index whose parts are empty': (site) => {
    site.pages.set('/sitemap.xml', sitemapOf([`${site.url}/part.xml`], 'sitemapindex'));
    site.pages.set('/part.xml', sitemapOf([]));
  },
};

/** First pages that lead to too little. */
export const websiteLies: Record<string, Lie> = {
  'a first page without links': (site) => site.pages.set('/', home([])),
  'a first page without its last link': (site) => site.pages.set('/', home(paths.slice(0, -1))),
  'a first page whose links lie elsewhere': (site) =>
    site.pages.set('/', home(paths.map((path) => `https://elsewhere.example${path}`))),
  'a first page that asks not to be followed': (site) =>
    site.pages.set(
      '/',
      webPage({
        title: 'Handbook',
        text: 'The handbook of the company begins with this page of contents.',
        links: paths,
        head: '<meta name="robots" content="nofollow">',
      }),
    ),
  'a first page with one link': (site) => site.pages.set('/', home(['/leave'])),
  'a start that leads to another host': (site) =>
    site.pages.set('/', { status: 302, headers: { location: site.url.replace('127.0.0.1', 'localhost') } }),
  'menus that lead to one page': (site) =>
    site.pages.set('/', home(['/leave', '/leave?a', '/leave?b', '/leave?c', '/leave?d'])),
  'menus that lead to one page, which is the last to answer': (site) => {
    site.pages.set('/', home(['/leave', '/leave?a', '/leave?b', '/leave?c', '/leave?d']));
    const leave = webPage({ title: topics[0]!, text: sentences(topics[0]!) });
    const late: WebResponse = {
      send: (response) => {
        setTimeout(() => response.writeHead(200, leave.headers).end(leave.body), 1_500);
      },
    };
    site.pages.set('/leave', ({ search }) => (search === '' ? late : leave));
  },
};
