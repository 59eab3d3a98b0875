/** In the staging area, not in the store yet. */
export type StagedFile = {
  /** Lower-case hex. */
  sha256: string;
  bytes: number;
  /**
   * Durable: survives a power loss. Equal bytes are stored once.
   * @throws CannotWrite when the disk is full or fails; HttpError 503 when the store is unreachable
   */
  keep(): Promise<void>;
  /** Idempotent, and a no-op after `keep`. */
  discard(): Promise<void>;
};

export type ReadableStagedFile = StagedFile & {
  /** On this machine, until `keep` or `discard`. */
  path: string;
};
