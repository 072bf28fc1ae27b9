/** Example of a receiver that accepts only genuine requests. */
export const receiverCode = `import { createServer } from 'node:http';
import { env } from 'node:process';
import { verifyWebhook } from '@docfleet/sdk';

const signingKey = env.SIGNING_KEY;

async function receive(request, response) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  try {
    const { event, data } = await verifyWebhook({ body, headers: request.headers, signingKey });
    response.writeHead(204).end();
    console.log(event, data); // after the response, which has a deadline of ten seconds
  } catch {
    response.writeHead(401).end();
  }
}

createServer(receive).listen(3000);
`;
