import {
  answerExtractively,
  type ChatCall,
  type ChatEmulator,
  type ChatFault,
  chatEmulatorKey,
  startChatEmulator,
} from '@docfleet/testing';
import type { ApiResponse } from './call.ts';
import { embedDocument } from './embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from './start-test-gateway.ts';

interface Options {
  readonly tenantId?: string;
  readonly metadata?: object;
}

/** A gateway with a few documents to ask about, and the model that answers. */
export interface AnswersScene {
  readonly gateway: TestGateway;
  readonly emulator: ChatEmulator;
  /** Ids of documents by their names. */
  readonly ids: Readonly<Record<string, string>>;
  /** Changes the behavior of the model; `calm` undoes it. */
  respond(by: (call: ChatCall) => string): void;
  fail(fault: ChatFault | undefined): void;
  calm(): void;
  create(name: string, more?: object): Promise<ApiResponse>;
  /** Creates a namespace with the emulated model. */
  createAnswering(name: string, more?: object): Promise<ApiResponse>;
  ingest(namespaceId: string, name: string, texts: string[], options?: Options): Promise<void>;
  ask(question: string, more?: object, options?: object): Promise<ApiResponse>;
  /** Sends a question with `stream: true`, as a reader. */
  stream(question: string, more?: object, signal?: AbortSignal): Promise<Response>;
  close(): Promise<void>;
}

async function fill({ create, createAnswering, ingest }: AnswersScene): Promise<void> {
  await createAnswering('docs');
  await createAnswering('other');
  await create('silent');
  await ingest('docs', 'handbook', [
    'Everyone has thirty days of paid leave a year.',
    'Unused leave expires at the end of March.',
    'Sick leave needs a certificate from a doctor after three days.',
  ]);
  const battery = 'The X-200 battery lasts 1,500 charging cycles when stored at 15 degrees.';
  await ingest('docs', 'batteries', [battery], { metadata: { team: 'tech' } });
  const parking = 'The parking spaces of tenant seven are on level nine.';
  await ingest('docs', 'secret', [parking], { tenantId: 't7' });
  await ingest('docs', 'urlaub', ['Der Betriebsausflug findet am ersten Freitag im Juni statt.']);
  await ingest('other', 'elsewhere', ['The canteen of the other office closes at half past two.']);
}

/** Starts a gateway whose namespaces `docs` and `other` have documents and a model that answers extractively. */
export async function openAnswersScene(): Promise<AnswersScene> {
  const chat = { 'OPENAI/tiny': { input: 1, output: 2 } };
  const gateway = await startTestGateway({
    priceTable: { currency: 'EUR', embedding: {}, chat, scrapedPage: {} },
  });
  const doing: { respond: (call: ChatCall) => string; fault: ChatFault | undefined } = {
    respond: answerExtractively,
    fault: undefined,
  };
  const emulator = await startChatEmulator('OPENAI', {
    respond: (call) => doing.respond(call),
    fault: () => doing.fault,
  });
  const ids: Record<string, string> = {};
  const create = (name: string, more: object = {}) =>
    gateway.call('POST', '/v1/namespaces?validate=false', { json: { name, ...localConfigs, ...more } });
  const model = { provider: 'OPENAI', model: 'tiny', apiKey: chatEmulatorKey };
  const scene: AnswersScene = {
    gateway,
    emulator,
    ids,
    respond: (by) => void Object.assign(doing, { respond: by }),
    fail: (fault) => void Object.assign(doing, { fault }),
    calm: () => void Object.assign(doing, { respond: answerExtractively, fault: undefined }),
    create,
    createAnswering: (name, more = {}) =>
      create(name, { chatModelConfig: { ...model, baseUrl: `${emulator.url}/v1` }, ...more }),
    async ingest(namespaceId, name, texts, { tenantId, metadata = {} } = {}) {
      const config = { name, text: texts.join('\n'), externalId: name, metadata };
      const json = { namespaceId, ingestConfig: { source: 'TEXT', config } };
      const response = await gateway.call('POST', '/v1/ingest/text', { json, ...(tenantId && { tenantId }) });
      const { id } = response.body.data.documents[0];
      ids[name] = id;
      await embedDocument(gateway, namespaceId, id, texts);
    },
    ask: (question, more = {}, options = {}) =>
      gateway.call('POST', '/v1/answer', { json: { namespaceId: 'docs', question, ...more }, ...options }),
    stream: (question, more = {}, signal) =>
      fetch(`${gateway.url}/v1/answer`, {
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.keys.read}`, 'content-type': 'application/json' },
        body: JSON.stringify({ namespaceId: 'docs', question, stream: true, ...more }),
        ...(signal && { signal }),
      }),
    async close() {
      await emulator.close();
      await gateway.close();
    },
  };
  await fill(scene);
  return scene;
}
