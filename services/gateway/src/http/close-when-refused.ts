import type { Request, Response } from 'express';

/** Long enough for a caller to read the answer before the connection goes; then nobody reads a refused gigabyte any longer. */
const graceMs = 2_000;

/** When the answer comes before the body has, the rest is read into nothing for a moment, then the connection is cut. */
export function closeWhenRefused(request: Request, response: Response): void {
  if (request.complete) return;
  response.setHeader('Connection', 'close');
  response.once('finish', () => {
    request.resume();
    setTimeout(() => request.socket.destroy(), graceMs).unref();
  });
}
