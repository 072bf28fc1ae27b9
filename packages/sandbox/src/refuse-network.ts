import { Socket } from 'node:net';

/** A second lock where the process could not be started without a network: nothing in JavaScript opens a connection. */
export function refuseNetwork(): void {
  Socket.prototype.connect = () => {
    throw new Error('A sandboxed task works without a network');
  };
}
