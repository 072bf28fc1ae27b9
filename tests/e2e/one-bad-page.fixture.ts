import { gzipSync } from 'node:zlib';
import type { WebPage, WebResponse } from '@docfleet/testing';

interface BadPage {
  readonly page: WebPage;
  /** Its status, the code of its error, or the reason why the run left it out. */
  readonly ends: RegExp;
  /** The address under which it counts, where that is not its own. */
  readonly countsAt?: string;
  /** Other addresses that it needs. */
  readonly beside?: Readonly<Record<string, WebPage>>;
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const text = '<title>Odd</title><main><p>An odd page, which has a text of its own.</p></main>';
const markup = (body: string | Uint8Array, more: WebResponse['headers'] = {}): WebResponse => ({
  headers: { ...html, ...more },
  body,
});
const to = (location: string): WebResponse => ({ status: 302, headers: { location } });

/** Responds with these raw bytes, even if they are invalid HTTP. */
const octets = (bytes: string | Uint8Array, isLast = true): WebResponse => ({
  send: ({ socket }) => {
    socket?.write(bytes);
    if (isLast) socket?.end();
  },
});
const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
const head = (lines: string, body = text) => octets(`${ok}${lines}\r\n${body}`);

const endless: WebResponse = {
  send: (response) => {
    const part = Buffer.alloc(65_536, 'endless ');
    const go = () => {
      while (response.write(part));
    };
    response.on('drain', go).writeHead(200, html);
    go();
  },
};

const unreachable = /^PAGE_UNREACHABLE$/;
const unreadable = /^PAGE_UNREADABLE$|^PAGE_TOO_LARGE$/;
const read = /^SUCCESS$/;
const any = /^(?!PENDING)/;

/** Kinds of pages that are no pages, or odd ones: each stands alone among a hundred. */
export const badPages = (broken: URL, elsewhere: URL): Readonly<Record<string, BadPage>> => ({
  'resets the connection': {
    page: { send: ({ socket }) => void socket?.resetAndDestroy() },
    ends: unreachable,
  },
  'ends without an answer': { page: { send: ({ socket }) => void socket?.end() }, ends: unreachable },
  'says that it is longer than it is': { page: head('Content-Length: 9000\r\n'), ends: unreachable },
  'says that it is shorter than it is': {
    page: octets(`${ok}Content-Length: 20\r\n\r\n${text}`, false),
    ends: any,
  },
  'states two lengths': { page: head('Content-Length: 20\r\nContent-Length: 30\r\n'), ends: unreachable },
  'states a length that is none': { page: head('Content-Length: -5\r\n'), ends: unreachable },
  'has chunks that are none': {
    page: head('Transfer-Encoding: chunked\r\n', 'zz\r\nnone'),
    ends: unreachable,
  },
  'answers in no HTTP': { page: octets('SSH-2.0-OpenSSH_9.6\r\n'), ends: unreachable },
  'answers with informational responses alone': {
    page: octets('HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'.repeat(2_000)),
    ends: unreachable,
  },
  'is a bomb': {
    page: markup(gzipSync(Buffer.alloc(120_000_000, 'a'), { level: 9 }), { 'content-encoding': 'gzip' }),
    ends: unreadable,
  },
  'is endless': { page: endless, ends: /^PAGE_TOO_LARGE$/ },
  'is in another encoding than it says': {
    page: markup(Buffer.from(text.replace('odd', 'ödd'), 'utf16le'), {
      'content-type': 'text/html; charset=utf-8',
    }),
    ends: any,
  },
  'is in an encoding that there is not': {
    page: markup(text, { 'content-type': 'text/html; charset=klingon' }),
    ends: read,
  },
  fails: { page: { status: 500, body: 'failed' }, ends: /^PAGE_UNAVAILABLE$/ },
  'has a status of its own': {
    page: octets('HTTP/1.1 999 No\r\nContent-Length: 2\r\n\r\nno'),
    ends: /^PAGE_/,
  },
  'leads in a circle': {
    page: to('/circle'),
    beside: { '/circle': to('/odd') },
    ends: /^PAGE_REDIRECT_FAILED$/,
  },
  'leads to itself by a meta refresh': {
    page: markup('<meta http-equiv="refresh" content="0; url=/odd"><p>Redirecting…'),
    ends: any,
  },
  'leads to no address': { page: to('http://[::'), ends: /^PAGE_REDIRECT_FAILED$/ },
  'leads to a host that there is not': {
    page: to('http://nowhere.invalid/'),
    ends: /^PAGE_|^ADDRESS_|another site/,
  },
  'leads to a closed port': { page: to('http://127.0.0.1:9/'), ends: /^PAGE_|another site/ },
  'leads to a host with a broken certificate': { page: to(broken.href), ends: /^PAGE_|another site/ },
  'links to a host with a broken certificate': {
    page: markup(`${text}<a href="${broken}">there</a><link rel="canonical" href="${broken}">`),
    ends: read,
  },
  'leads to another site': { page: to(elsewhere.href), ends: /another site/ },
  'leads to a sign-in': {
    page: to('/login?next=/odd'),
    beside: {
      '/login': markup('<title>Sign in</title><p>Please sign in.</p><form><input type="password"></form>'),
    },
    ends: /sign-in/,
  },
  'leads to a sign-in without a word': {
    page: to('/login?next=/odd'),
    beside: { '/login': markup('<title>Sign in</title><form><input><input type="password"></form>') },
    ends: /sign-in/,
  },
  'is empty': { page: markup(''), ends: /EMPTY/ },
  'has no content': { page: { status: 204 }, ends: /EMPTY|^PAGE_/ },
  'has huge headers': { page: head(`X-Huge: ${'h'.repeat(1_000_000)}\r\n`), ends: unreachable },
  'has very many headers': {
    page: head(Array.from({ length: 5_000 }, (_, index) => `X-${index}: a\r\n`).join('')),
    ends: any,
  },
  'has a script that never ends': { page: markup(`<script>for (;;) {}</script>${text}`), ends: read },
  'has a script that is not closed': {
    page: markup(`<title>Odd</title><script>for (;;) {} ${text}`),
    ends: /EMPTY|SCRIPT|^PAGE_/,
  },
  'has control characters everywhere': {
    page: markup(
      `<title>O\u0000dd\u0007</title><a href="/\u0000x?\u0000">\u0000</a><a href="/%00">x</a><a href="/\ud800">x</a><main><p>An odd\u0000 page \ud800 of its own.\ufffe</main>`,
    ),
    // Zero bytes are no text.
    ends: any,
  },
  'has validators that are none': {
    page: head(`ETag: ${'"\u00ff\u0001'.repeat(40)}\r\nLast-Modified: ${'never '.repeat(500)}\r\n`),
    ends: any,
  },
  'has a title and links without end': {
    page: markup(
      `<title>${'Odd '.repeat(200_000)}</title>${Array.from({ length: 6_000 }, (_, index) => `<a href="http://elsewhere.invalid/${index}/${'x'.repeat(50)}">x</a>`).join('')}<main><p>Odd.`,
    ),
    ends: any,
  },
  'is nested deeply': { page: markup('<div>'.repeat(200_000)), ends: /^(?!SUCCESS)/ },
  'names a base that is none': { page: markup(`<base href="http://[">${text}<a href="x">x</a>`), ends: read },
  'names itself canonical in a circle': {
    page: markup(`<link rel="canonical" href="/other">${text}`),
    beside: { '/other': markup(`<link rel="canonical" href="/odd">${text}`) },
    countsAt: '/other',
    ends: read,
  },
  'is half of a compressed page': {
    page: markup(gzipSync(text.repeat(100)).subarray(0, 40), { 'content-encoding': 'gzip' }),
    ends: /^PAGE_/,
  },
});
