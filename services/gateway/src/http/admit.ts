import type { Access } from '@docfleet/api/route';
import type { Principal } from '@docfleet/domain/api-key';
import { addToLogContext } from '@docfleet/runtime/logging';
import type { Request, Response } from 'express';
import { keyOf, requireScope, unauthorized } from './authenticate.ts';
import type { GatewayContext } from './context.ts';
import { limitAddress, limitCaller, refuseBeforeLookup } from './limit-rate.ts';

/** Whose request it is, within the limit of its key and with the scope that it takes; throws what it is refused with. */
export async function admitCaller(
  scope: Exclude<Access, 'public'>,
  context: GatewayContext,
  request: Request,
  response: Response,
): Promise<Principal> {
  const { authorization } = request.headers;
  const key = await keyOf(request, context);
  await refuseBeforeLookup(request, response, context, key);
  const caller = key === undefined ? undefined : await context.authenticate(key);
  // Requests without a key count against their network.
  if (!caller) await limitAddress(request, response, context);
  else await limitCaller(response, context, caller);
  if (!caller) throw unauthorized(authorization);
  addToLogContext({ organizationId: caller.organizationId, apiKeyId: caller.apiKeyId });
  requireScope(caller, scope);
  return caller;
}
