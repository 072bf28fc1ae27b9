import { createNotionWebhook, type NotionWebhook } from '../application-webhooks.ts';
import { type DriveFake, startDriveServer } from '../drive-fake.ts';
import { answerNotion, refusal, self } from './notion-answers.ts';
import {
  createEditing,
  firstMinute,
  type NotionLimits,
  type NotionPage,
  type NotionWorkspace,
} from './notion-workspace.ts';

export interface NotionFake
  extends DriveFake,
    Omit<NotionLimits, keyof DriveFake>,
    Omit<ReturnType<typeof createEditing>, keyof DriveFake> {
  readonly push: NotionWebhook;
  /** Returns the time of the next edits; Notion rounds it down to the minute. */
  now: () => Date;
}

/** Starts a workspace of Notion as its API shows it: search, rows, children, Markdown that is cut, times rounded to the minute. */
export async function startNotionFake({
  pageSize = 100,
}: {
  readonly pageSize?: number;
} = {}): Promise<NotionFake> {
  let edits = 0;
  const settings = {
    exchanges: [],
    token: 'ntn_token',
    fault: undefined,
    repeatPages: false,
    push: createNotionWebhook({ length: () => edits, account: self.bot.workspace_id }),
    maxMarkdownLength: 10_000,
    maxRows: 10_000,
    lacks: new Set<'comments'>(),
    showsTrash: false,
    leavesOut: () => false,
    now() {
      edits += 1;
      return new Date(firstMinute + edits * 60_000);
    },
  };
  const pages = new Map<string, NotionPage>();
  const workspace: NotionWorkspace = {
    pages,
    blocks: new Map(),
    databases: new Map(),
    linked: new Map(),
    paragraphs: new Map(),
    toggles: new Map(),
    cursors: new Map(),
    pageSize,
    fake: settings,
  };
  const state = Object.assign(
    settings,
    createEditing(workspace, () => settings.now()),
  );
  const { url, requests, close } = await startDriveServer(
    { answer: (request) => answerNotion(request, workspace), refusal },
    state,
  );
  return Object.assign(state, { url, requests, close });
}
