/** One step before users can connect their accounts, done on the vendor's pages. */
export interface SetupStep {
  readonly text: string;
  /** The vendor's page on which it is done. */
  readonly url?: string;
  /**
   * Value to paste there: the origin of this installation, its redirect URI, or the namespace's address for notifications, which exists
   * where the operator has enabled them.
   */
  readonly paste?: 'ORIGIN' | 'REDIRECT_URI' | 'NOTIFICATION_ADDRESS';
}

/** A permission that the application needs at the vendor. */
export interface VendorPermission {
  /** Name at the vendor. */
  readonly name: string;
  /** Use of the permission. */
  readonly reason: string;
}

/** The ids by which a part of a source is named in a request. */
interface ItemIds {
  /** Kinds of parts that ids name. */
  readonly of: string;
  readonly example: string;
  /** Forms of ids that are more than what the vendor shows, as a sentence. */
  readonly forms?: string;
  /** Parts that `choices` lists by their names, where the vendor has no picker for them. */
  readonly named?: string;
  /** Whether a part has to be named: everything would be more than intended. */
  readonly isRequired?: true;
}

/** Steps and permissions for one way of access, done by an administrator at the vendor; the console shows them beside the form. */
export interface AccessSetup {
  readonly steps: readonly SetupStep[];
  /** All that is needed, and nothing else. */
  readonly permissions: readonly VendorPermission[];
}

/** Setup of a connector by an administrator, with the steps for the consent of users where its vendor has one. */
export interface ConnectorSetup extends AccessSetup {
  /** Name of its page in the documentation, below `/guides/connectors/`. */
  readonly guide: string;
  readonly ids: ItemIds;
}
