import { type DocumentModel, DocumentStage, DocumentStatus } from '@docfleet/database';

/** A transition of a document. */
export interface TimelineEntry {
  readonly at: Date;
  readonly status: DocumentStatus;
  /** The stage that it was in or waited for. */
  readonly stage: DocumentStage;
  /** The revision that it was about. */
  readonly revision: number;
  /** The error, with the beginning of its message. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Maximum number of transitions that are stored for a document. */
export const maxTimelineEntries = 32;

type Line = Pick<
  DocumentModel,
  'timeline' | 'status' | 'stage' | 'revision' | 'errorCode' | 'ingestionError' | 'createdAt' | 'updatedAt'
>;

/** Form of a line that the trigger writes: time, status, stage, revision, and for an error its code and sentence. */
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

/** Returns the last 32 transitions of a document, oldest first; its creation counts as the first. */
export function timelineOf(document: Line): TimelineEntry[] {
  if (document.timeline.length > 0) return document.timeline.map(readLine);
  const { status, stage, revision, errorCode: code, ingestionError } = document;
  // A document without a timeline has not changed since its creation, or since before timelines: the trigger starts by the same rule.
  const isNew = revision === 1 && (status === 'BACKLOG' || status === 'QUEUED');
  const at = isNew ? document.createdAt : document.updatedAt;
  const error = code === null ? null : { code, message: ingestionError ?? '' };
  return [{ at, status, stage, revision, error }];
}
