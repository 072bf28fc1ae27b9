import type { Request, Response } from 'express';

/** Long enough for a client to read the response before the connection closes, so that a refused gigabyte is not read to its end. */
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
