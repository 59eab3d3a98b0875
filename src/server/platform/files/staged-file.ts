/** An upload in the staging area: complete, and not in the store yet. */
export type StagedFile = {
  /** Lower-case hex. */
  sha256: string;
  bytes: number;
  /**
   * Commits the bytes to the store, durably: once it resolves they survive a power loss. Equal bytes are stored once.
   * @throws CannotWrite when the disk is full or fails; HttpError 503 when the store is unreachable
   */
  keep(): Promise<void>;
  /** Deletes the staged bytes; idempotent, and a no-op after `keep`. */
  discard(): Promise<void>;
};

/** One whose bytes can be looked at before it is decided what becomes of them. */
export type ReadableStagedFile = StagedFile & {
  /** Where the staged bytes lie on this machine, until `keep` or `discard`. */
  path: string;
};
