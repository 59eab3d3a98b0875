/** Another machine can continue its state; native hashes cannot. */
export type SavedHash = {
  update(chunk: Buffer): void;
  /** Base64; null when the state is unknown. */
  save(): string | null;
  /** Lower-case hex; null likewise. */
  digest(): string | null;
};

const unknownHash: SavedHash = { update() {}, save: () => null, digest: () => null };

/**
 * @param arrived how many bytes went into it
 * @param state from `save`; unreadable if another library version wrote it
 */
export async function continueHash(arrived: number, state: string | null): Promise<SavedHash> {
  if (arrived > 0 && state === null) return unknownHash;
  // Only uploads into a bucket need it.
  const { createSHA256 } = await import('hash-wasm');
  const hash = await createSHA256();
  hash.init();
  if (arrived > 0) {
    try {
      hash.load(Buffer.from(state ?? '', 'base64'));
    } catch {
      return unknownHash;
    }
  }
  return {
    update: (chunk) => void hash.update(chunk),
    save: () => Buffer.from(hash.save()).toString('base64'),
    digest: () => hash.digest('hex'),
  };
}
