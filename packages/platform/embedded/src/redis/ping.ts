import { connect } from 'node:net';

const deadlineMs = 1_000;

/** Tests whether the server on this port knows the password and has its data loaded. */
export function respondsToPing(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect({ port, host: '127.0.0.1', timeout: deadlineMs });
    const settle = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    socket.on('data', (text) => {
      reply += text;
      if (reply.includes('+PONG')) settle(true);
      else if (reply.includes('-')) settle(false);
    });
    socket.on('error', () => settle(false));
    socket.on('timeout', () => settle(false));
    socket.on('close', () => settle(false));
  });
}
