import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Content of a file: text, bytes, or a number of bytes that are generated while they are sent. */
export type FakeContent = string | Uint8Array | { readonly bytes: number };

export function lengthOf(content: FakeContent): number {
  if (typeof content === 'string') return Buffer.byteLength(content);
  return content instanceof Uint8Array ? content.byteLength : content.bytes;
}

const block = Buffer.alloc(64 * 1024, 'x');

/** Sends a content as a download, as fast as it is read. */
export async function sendBytes(response: ServerResponse, type: string, content: FakeContent): Promise<void> {
  response.writeHead(200, { 'content-type': type });
  if (typeof content === 'string' || content instanceof Uint8Array) {
    response.end(content);
    return;
  }
  const gone = once(response, 'close');
  for (let left = content.bytes; left > 0 && !response.destroyed; left -= block.length) {
    const hasRoom = response.write(left < block.length ? block.subarray(0, left) : block);
    if (!hasRoom) await Promise.race([once(response, 'drain'), gone]);
  }
  response.end();
}
