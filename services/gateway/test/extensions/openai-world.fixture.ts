import {
  answerExtractively,
  type ChatEmulator,
  type ChatFault,
  chatEmulatorKey,
  startChatEmulator,
} from '@docfleet/testing';
import OpenAI from 'openai';
import { embedDocument } from '../embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../start-test-gateway.ts';

/** A gateway with the namespaces `docs`, which has one document, and `more`, and the npm package openai as its client. */
export interface OpenAiWorld {
  readonly gateway: TestGateway;
  readonly emulator: ChatEmulator;
  readonly client: OpenAI;
  readonly documentId: string;
  /** Fault of the chat model, in place of its answer. */
  fault: ChatFault | undefined;
  close(): Promise<void>;
}

/** Starts the gateway, its chat model and its client. */
export async function startOpenAiWorld(): Promise<OpenAiWorld> {
  const gateway = await startTestGateway();
  const emulator = await startChatEmulator('OPENAI', {
    respond: answerExtractively,
    fault: () => world.fault,
  });
  const chatModelConfig = {
    provider: 'OPENAI',
    model: 'tiny',
    apiKey: chatEmulatorKey,
    baseUrl: `${emulator.url}/v1`,
  };
  for (const name of ['docs', 'more'])
    await gateway.call('POST', '/v1/namespaces?validate=false', {
      json: { name, ...localConfigs, chatModelConfig },
    });
  const texts = [
    'Everyone has thirty days of paid leave a year.',
    'Unused leave expires at the end of March.',
  ];
  const config = { name: 'handbook', text: texts.join('\n'), metadata: { team: 'people', year: 2026 } };
  const { body } = await gateway.call('POST', '/v1/ingest/text', {
    json: { namespaceId: 'docs', ingestConfig: { source: 'TEXT', config } },
  });
  const documentId: string = body.data.documents[0].id;
  await embedDocument(gateway, 'docs', documentId, texts);
  const world: OpenAiWorld = {
    gateway,
    emulator,
    client: new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: gateway.keys.read, maxRetries: 0 }),
    documentId,
    fault: undefined,
    close: async () => {
      await emulator.close();
      await gateway.close();
    },
  };
  return world;
}
