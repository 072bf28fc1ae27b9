import { type StubServer, startStubServer } from '@docfleet/testing';
import type { Page } from 'playwright-core';
import type { TestFleet } from '../test-fleet.ts';
import type { ConsoleVisitor, TestConsole } from './start-console.ts';

/** A user at the console, and what takes the webhooks. */
export interface Scene {
  readonly visitor: ConsoleVisitor;
  readonly page: Page;
  readonly fleet: TestFleet;
  readonly visitAs: TestConsole['visitAs'];
  readonly receiver: StubServer;
  /** Sets the receiver's response from now on. */
  respond(status: number, body?: string): void;
  /** Presses the button of this name. */
  press(name: string): Promise<void>;
  /** A text that can be typed or read. */
  field(label: string): ReturnType<Page['getByRole']>;
  textOf(label: string): Promise<string>;
  /** Waits for it. */
  heading(name: string | RegExp): Promise<void>;
  close(): Promise<void>;
}

/** Signs in with a fresh browser. */
export async function openScene(world: TestConsole): Promise<Scene> {
  let response = { status: 204, body: '' };
  const receiver = await startStubServer(() => response);
  const visitor = await world.visitAs(world.fleet.apiKey);
  const { page } = visitor;
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  return {
    visitor,
    page,
    fleet: world.fleet,
    visitAs: world.visitAs,
    receiver,
    respond(status, body = '') {
      response = { status, body };
    },
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    field,
    textOf: (label) => field(label).inputValue(),
    heading: (name) => page.getByRole('heading', { name }).waitFor(),
    close: () => receiver.close(),
  };
}
