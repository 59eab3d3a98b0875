import { Readable } from 'node:stream';
import type ZipStream from 'zip-stream';

/** A file of an archive. A stream is opened only when it is to be written. */
export type ZipEntry = {
  /** Path inside the archive, with `/`. */
  name: string;
  /** In milliseconds since 1970 UTC. */
  changedAt: number;
  content: string | Buffer | Readable;
};

/** The client has closed the connection. */
class ReaderGone extends Error {}

function add(zip: ZipStream, { name, changedAt, content }: ZipEntry): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = (): void => {
      if (content instanceof Readable) content.destroy();
      reject(new ReaderGone());
    };
    if (zip.destroyed) return onClose();
    zip.once('close', onClose);
    zip.entry(content, { name, date: new Date(changedAt) }, (error) => {
      zip.off('close', onClose);
      if (error) reject(error);
      else resolve();
    });
  });
}

async function addEntries(zip: ZipStream, entries: AsyncIterable<ZipEntry>): Promise<void> {
  for await (const entry of entries) await add(zip, entry);
  zip.finalize();
}

/**
 * An archive that is made while it is read, one entry after the other: memory stays flat however large they are. When
 * the reader goes away, what is open is closed. A failure breaks the archive off, so that half of one never looks whole.
 * @param onFailure gets the error that ended it early
 */
export async function writeZip(
  entries: AsyncIterable<ZipEntry>,
  onFailure: (error: unknown) => void,
): Promise<Readable> {
  // Only a portal that makes archives keeps the library in memory.
  const { default: ZipStream } = await import('zip-stream');
  // Sizes stand behind the bytes; 64-bit ones, since a hand-in may be larger than 32 bits can say.
  const zip = new ZipStream({ zlib: { level: 1 }, forceZip64: true });
  addEntries(zip, entries).catch((error: unknown) => {
    if (!(error instanceof ReaderGone)) onFailure(error);
    zip.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return zip;
}
