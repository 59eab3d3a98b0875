/** A complete upload in the staging area, not in the store yet. */
export type StagedFile = {
  /** Lower-case hex. */
  sha256: string;
  bytes: number;
  /**
   * Stores the bytes durably: they survive a power loss. Equal bytes are stored once.
   * @throws CannotWrite when the disk is full or fails; HttpError 503 when the store is unreachable
   */
  keep(): Promise<void>;
  /** Deletes the staged bytes; idempotent, and a no-op after `keep`. */
  discard(): Promise<void>;
};

/** Its bytes can be read before `keep`. */
export type ReadableStagedFile = StagedFile & {
  /** On this machine, until `keep` or `discard`. */
  path: string;
};
