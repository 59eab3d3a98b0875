import type { Database, Reader } from './database.ts';

/**
 * Pieces made from the rows of one instant, for whoever takes them one by one. What the instant is held by, a connection, is
 * given back with the last piece, with a failure, and when nobody wants more of them: whoever takes them ends the walk (`return`).
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
