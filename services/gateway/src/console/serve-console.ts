import type { Express } from 'express';
import type { GatewayContext } from '../http/context.ts';
import { servePages } from './serve-pages.ts';
import { serveSession } from './serve-session.ts';

/** The console: its pages, and who is signed in to them. */
export function serveConsole(app: Express, context: GatewayContext): void {
  serveSession(app, context);
  servePages(app, context);
}
