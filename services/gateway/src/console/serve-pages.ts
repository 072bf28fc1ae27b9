import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@docfleet/errors';
import express, { type Express, type RequestHandler } from 'express';
import { ownSources } from '../http/origin.ts';

/** Default folder of the built console, which `npm run console-build` writes. */
const builtPages = fileURLToPath(new URL('../../../console/dist/', import.meta.url));

const yearMs = 365 * 24 * 60 * 60 * 1_000;

/**
 * Content-Security-Policy of the console. Previews are canvases and images made from data that the page has fetched. Scripts and styles are
 * those of the build alone, because other paths of this origin serve what customers upload.
 */
const contentSecurityPolicy = (assets: string) =>
  [
    "default-src 'none'",
    // PDF.js decodes scans with WebAssembly; scripts from texts stay forbidden.
    `script-src ${assets} 'wasm-unsafe-eval'`,
    `style-src ${assets}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

/**
 * Second Content-Security-Policy, which applies as well: scripts of the page run when their hash is one of the build's, and those that they
 * import inherit the nonce, so that a changed or added script does not run. Sources of workers are set by the first policy; this one has to
 * name them, too, or no worker could start.
 */
const builtScriptsAlone = (nonce: string) =>
  `script-src 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'; worker-src 'self'`;

const protect =
  (publicUrl: string | undefined): RequestHandler =>
  (request, response, next) => {
    response.locals['route'] = '/console';
    const assets = ownSources(request, publicUrl, '/console/assets/');
    response.setHeader('Content-Security-Policy', contentSecurityPolicy(assets));
    response.setHeader('Referrer-Policy', 'no-referrer');
    next();
  };

/** Whether the console was built. */
export const hasConsole = (folder: string = builtPages): boolean => existsSync(join(folder, 'index.html'));

const missing = (cause: unknown) =>
  new AppError('NOT_FOUND', 'The console was not built: npm run console-build does, and so does npm start', {
    cause,
  });

const ofHashedNames = { immutable: true, maxAge: yearMs, index: false, redirect: false } as const;

/** Serves files with hashed names, cached for a year; compressed where the client accepts it and the build made a compressed copy. */
function serveAssets(folder: string): RequestHandler {
  const plain = express.static(folder, {
    ...ofHashedNames,
    setHeaders: (response) => void response.vary('Accept-Encoding'),
  });
  const compressed = express.static(folder, {
    ...ofHashedNames,
    setHeaders(response, file) {
      response.vary('Accept-Encoding');
      response.setHeader('Content-Encoding', 'gzip');
      response.type(extname(file.slice(0, -'.gz'.length)));
    },
  });
  return (request, response, next) => {
    if (!request.acceptsEncodings('gzip')) return plain(request, response, next);
    const { url } = request;
    request.url = `${request.path}.gz`;
    return compressed(request, response, (error) => {
      request.url = url;
      if (error) next(error);
      else plain(request, response, next);
    });
  };
}

/** Serves the built console: files of hashed names for a year, the page for every other path, as its router knows them. */
export function servePages(
  app: Express,
  {
    consoleFolder: folder = builtPages,
    publicUrl,
  }: { consoleFolder?: string; publicUrl?: string | undefined },
): void {
  const page: RequestHandler = async (_request, response) => {
    const html = await readFile(join(folder, 'index.html'), 'utf8').catch((cause: unknown) => {
      throw missing(cause);
    });
    const nonce = randomBytes(16).toString('base64');
    response.append('Content-Security-Policy', builtScriptsAlone(nonce));
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(html.replaceAll(' integrity="', ` nonce="${nonce}" integrity="`));
  };
  app.use('/console', protect(publicUrl));
  app.use('/console/assets', serveAssets(join(folder, 'assets')), (_request, _response, next) =>
    next(new AppError('NOT_FOUND', 'The console has no such file')),
  );
  app.get(['/console', '/console/{*path}'], page);
}
