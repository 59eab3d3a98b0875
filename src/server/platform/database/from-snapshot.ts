import type { Database, Reader } from './database.ts';

/**
 * Streams pieces of one instant. Releases the connection at the end, on failure, and when the consumer stops
 * early (`return`).
 */
export async function* fromSnapshot<Piece>(
  { snapshot }: Pick<Database, 'snapshot'>,
  read: (reader: Reader) => AsyncIterable<Piece>,
): AsyncGenerator<Piece, void, undefined> {
  const opened = Promise.withResolvers<Reader>();
  const taken = Promise.withResolvers<void>();
  const whole = snapshot(async ({ reader }) => {
    opened.resolve(reader);
    await taken.promise;
  });
  whole.catch(opened.reject);
  try {
    yield* read(await opened.promise);
  } finally {
    taken.resolve();
    await whole;
  }
}
