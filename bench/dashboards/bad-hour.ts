import type { DriveFake, OAuthServer, VendorFault } from '@docfleet/testing';
import type { Vendors } from '../../tests/e2e/vendors.ts';

/** Whether vendors have a bad hour just now. */
export interface Hour {
  isBad: boolean;
}

const sometimes = (share: number) => Math.random() < share;
const slowDown: VendorFault = { kind: 'status', status: 429, headers: { 'retry-after': '1' } };
const away: VendorFault = { kind: 'status', status: 503 };
const rejected: VendorFault = { kind: 'status', status: 400 };

/** Returns the fault of an authorization server during the bad part of an hour. */
export const oauthFault = (hour: Hour) => () => (hour.isBad && sometimes(0.3) ? away : undefined);

function modelFault(): VendorFault | undefined {
  if (sometimes(0.25)) return slowDown;
  if (sometimes(0.1)) return away;
  return sometimes(0.05) ? rejected : undefined;
}

interface Failing {
  readonly vendors: Vendors;
  readonly drive: DriveFake;
  readonly oauth: OAuthServer;
}

/** Lets a model, a vector index and a drive fail while the hour is bad. */
export function letFail({ vendors: { faults }, drive, oauth }: Failing, hour: Hour): void {
  faults.openai = () => (hour.isBad ? modelFault() : undefined);
  faults.pinecone = ({ path }) =>
    hour.isBad && path === '/vectors/upsert' && sometimes(0.1) ? { kind: 'status', status: 503 } : undefined;
  drive.fault = ({ headers: { authorization = '' } }) => {
    // The drive takes what the authorization server has given.
    const token = authorization.replace('Bearer ', '');
    if (oauth.accepts(token)) drive.token = token;
    return hour.isBad && sometimes(0.2) ? slowDown : undefined;
  };
}
