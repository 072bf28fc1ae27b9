import { type DocumentModel, DocumentStage, DocumentStatus } from '@docfleet/database';

/** Where a document came at a moment. */
export interface TimelineEntry {
  readonly at: Date;
  readonly status: DocumentStatus;
  /** What it waited for or was in. */
  readonly stage: DocumentStage;
  /** The content that it was about: each one that is asked for counts one more. */
  readonly revision: number;
  /** What went wrong, with the beginning of its sentence. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** How many of a document's moves are remembered. */
export const maxTimelineEntries = 32;

type Line = Pick<
  DocumentModel,
  'timeline' | 'status' | 'stage' | 'revision' | 'errorCode' | 'ingestionError' | 'createdAt' | 'updatedAt'
>;

/** As the trigger writes it: moment, status, stage, revision, and of an error its code and sentence. */
const lineFormat = /^(\S+) (\w+) (\w+) (\d+)(?: (\w+)(?: (.*))?)?$/s;

function readLine(line: string): TimelineEntry {
  const [, epoch, status, stage, revision, code, message = ''] = lineFormat.exec(line) ?? [];
  const known = Object.values(DocumentStatus).find((value) => value === status);
  const knownStage = Object.values(DocumentStage).find((value) => value === stage);
  if (!known || !knownStage) throw new Error(`A document's timeline has the line "${line}"`);
  return {
    at: new Date(Number(epoch) * 1_000),
    status: known,
    stage: knownStage,
    revision: Number(revision),
    error: code === undefined ? null : { code, message },
  };
}

/** The last 32 moves of a document, the oldest first; where it began counts as the first. */
export function timelineOf(document: Line): TimelineEntry[] {
  if (document.timeline.length > 0) return document.timeline.map(readLine);
  const { status, stage, revision, errorCode: code, ingestionError } = document;
  // What was there before timelines were may have moved since it was created: the trigger begins by the same rule.
  const isNew = revision === 1 && (status === 'BACKLOG' || status === 'QUEUED');
  const at = isNew ? document.createdAt : document.updatedAt;
  const error = code === null ? null : { code, message: ingestionError ?? '' };
  return [{ at, status, stage, revision, error }];
}
