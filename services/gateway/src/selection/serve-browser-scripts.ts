import { fileURLToPath } from 'node:url';
import type { Express } from 'express';

const folder = fileURLToPath(new URL('browser/', import.meta.url));
const scripts = ['selection', 'box', 'dropbox', 'google-drive', 'microsoft', 'load-script', 'ask'];

const scriptsPath = '/connect/scripts';

/** Serves the scripts of the selection page as they are written: no build step stands between. */
export function serveBrowserScripts(app: Express): void {
  for (const script of scripts)
    app.get(`${scriptsPath}/${script}.js`, (_request, response) => {
      response.locals['route'] = scriptsPath;
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.sendFile(`${script}.js`, { root: folder });
    });
}
