export {
  claimRequest,
  type KeptAnswer,
  type KeyedRequest,
  type RequestClaim,
} from './claim-request.ts';
export { removeExpiredRequests } from './remove-expired-requests.ts';
