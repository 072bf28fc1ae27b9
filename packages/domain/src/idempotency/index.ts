export {
  claimRequest,
  type KeyedRequest,
  type RequestClaim,
  type StoredResponse,
} from './claim-request.ts';
export { removeExpiredRequests } from './remove-expired-requests.ts';
