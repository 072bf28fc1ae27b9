export {
  claimRequest,
  type KeyedRequest,
  type RequestClaim,
  removeExpiredRequests,
  type StoredResponse,
} from './claim-request.ts';
