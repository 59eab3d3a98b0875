/** SHA-256 whose state can be saved and taken up by another machine; native ones cannot be. */
export type SavedHash = {
  update(chunk: Buffer): void;
  /** Base64. Null when the state of the bytes before is not known. */
  save(): string | null;
  /** Lower-case hex; null when the state of the bytes before is not known. */
  digest(): string | null;
};

const unknownHash: SavedHash = { update() {}, save: () => null, digest: () => null };

/**
 * Goes on with a hash.
 * @param arrived how many bytes went into it
 * @param state what `save` gave; of another version of the library it cannot be read, and the hash stays unknown
 */
export async function continueHash(arrived: number, state: string | null): Promise<SavedHash> {
  if (arrived > 0 && state === null) return unknownHash;
  // Loaded lazily: only uploads into a bucket need it.
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
