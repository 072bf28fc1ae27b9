import { AppError } from '@docfleet/errors';
import type { DriveApi } from './drive-api.ts';

/** A connection that may only see picked files (`drive.file`) may not ask for drives. */
const mayNotListDrives = (error: unknown) =>
  error instanceof AppError && error.code === 'CONNECTION_UNAUTHORIZED' && error.details['status'] === 403;

/** A page of the shared drives that the account is a member of; the first for an empty `page`. */
export async function nextDrives(
  api: DriveApi,
  page: string,
): Promise<{ drives: string[]; nextPage: string | null }> {
  try {
    const { drives, nextPageToken } = await api.files.listDrives(page || undefined);
    return { drives: drives.map(({ id }) => id), nextPage: nextPageToken ?? null };
  } catch (error) {
    if (mayNotListDrives(error)) return { drives: [], nextPage: null };
    throw error;
  }
}
