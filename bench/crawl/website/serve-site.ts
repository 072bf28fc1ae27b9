/** The site as a process of its own, so that it takes no time from the thread of the crawler. */
import { createServer } from 'node:http';
import { pageOf } from './pages.ts';

const count = Number(process.env['PAGES']);
const pages = new Map(
  Array.from({ length: count }, (_, number) => [`/page/${number}`, pageOf(number, count)]),
);

createServer((request, response) => {
  const page = pages.get(request.url ?? '') ?? (request.url === '/ready' ? 'yes' : undefined);
  if (page === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}).listen(Number(process.env['PORT']), '127.0.0.1');
