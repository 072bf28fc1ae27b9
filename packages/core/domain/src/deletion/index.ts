export { closeUnconfirmed, confirmDeletion } from './confirm-deletion.ts';
export { deleteMissing, type EndedListing, type ListingProof, listingProofs } from './delete-missing.ts';
export { type DeletionLimits, deletionLimitsOf, deletionSettings } from './deletion-limits.ts';
export { countMissing } from './missing-documents.ts';
