export { deleteMissing, type EndedListing, type ListingProof, listingProofs } from './delete-missing.ts';
export {
  closeUnconfirmed,
  confirmDeletion,
  countMissing,
  type DeletionLimits,
  deletionLimitsOf,
  deletionSettings,
} from './missing-documents.ts';
