import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@docfleet/errors';
import express, { type Express } from 'express';
import { z } from 'zod';

/** Where `npm run docs-build` puts the documentation. */
const builtGuides = fileURLToPath(new URL('../../../../docs/site/dist/', import.meta.url));
const maxAgeMs = 60 * 60 * 1_000;

const hashes = z.array(z.string().regex(/^'sha256-[A-Za-z0-9+/=]+'$/));

/** Allows the scripts that the build counted within its pages; without a list of them, none. */
async function contentSecurityPolicy(folder: string): Promise<string> {
  const listed = await readFile(join(folder, 'inline-scripts.json'), 'utf8').catch(() => '[]');
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.parse(JSON.parse(listed))].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** `/guides`: the documentation, where it was built. */
export function serveGuides(app: Express, folder: string = builtGuides): void {
  let policy: Promise<string> | undefined;
  app.use('/guides', async (_request, response, next) => {
    response.locals['route'] = '/guides';
    policy ??= contentSecurityPolicy(folder);
    response.setHeader('Content-Security-Policy', await policy);
    next();
  });
  app.use(
    '/guides',
    express.static(folder, { extensions: ['html'], maxAge: maxAgeMs }),
    (_request, _response, next) =>
      next(
        new AppError('NOT_FOUND', 'There is no such page, or the guides were not built: npm run docs-build'),
      ),
  );
}
