import type { StubRequest, StubResponse } from '../stub-server.ts';
import type { VendorFault } from './vendor-fault.ts';

/** What goes wrong with a request beyond an answer of another kind. */
type DriveFault = Exclude<VendorFault, { kind: 'status' }>;

/** How an emulated drive behaves. */
export interface EmulatedDriveOptions {
  /** The most that a page holds; the vendor's own limit by default. */
  readonly pageSize?: number;
  /** Whether a token is accepted; the emulator's own alone by default. */
  readonly accepts?: (token: string | undefined) => boolean;
  /** Whether pages lead back to where they came from. */
  readonly repeatsPages?: () => boolean;
  /** Decides what goes wrong with a request. */
  readonly fault?: (request: StubRequest) => StubResponse | DriveFault | undefined;
}
