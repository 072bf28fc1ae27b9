import { findUnstorable } from '@docfleet/api/unstorable';
import { type Connection, findSelecting, type SelectionKey } from '@docfleet/domain/connection';
import { AppError } from '@docfleet/errors';
import { invalidInput, readWith } from '@docfleet/errors/issues';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';
import { readJsonBody } from '../http/json-body.ts';
import { originOf } from '../http/origin.ts';
import { readSelectionCookie } from './session-cookie.ts';

export interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

export interface SelectionSession {
  readonly key: SelectionKey;
  readonly connection: Connection;
}

const connectionId = z.uuid();

/** The session; undefined without a cookie that is valid for the connection of the address. */
export async function readSession(
  { database }: GatewayContext,
  request: Request,
): Promise<SelectionSession | undefined> {
  const id = connectionId.safeParse(request.params['connectionId']).data;
  const token = readSelectionCookie(request);
  if (!id || !token) return undefined;
  const key = { connectionId: id, token };
  const connection = await findSelecting(database, key);
  return connection && { key, connection };
}

/** Thrown where the selection is closed. */
export const sessionIsOver = () =>
  new AppError(
    'UNAUTHORIZED',
    'This page is not good any more: it was used, or is too old. Ask for a new link',
  );

/** What our own page sends, and no other's: browsers send the origin of a request. */
export async function readOwn<Schema extends z.ZodType>(
  { publicUrl, limits }: GatewayContext,
  { request, response }: Exchange,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (request.headers.origin !== new URL(originOf(request, publicUrl)).origin)
    throw new AppError('FORBIDDEN', 'Only the page of the gateway itself may ask this');
  const sent = await readJsonBody(request, response, limits.jsonBytes);
  const unstorable = findUnstorable(sent);
  const read = unstorable ? { issues: [unstorable] } : readWith(schema, sent);
  if ('issues' in read) throw invalidInput(read.issues, { default: 'INVALID_REQUEST' });
  return read.data;
}
