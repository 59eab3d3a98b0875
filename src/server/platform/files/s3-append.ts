import type { Readable } from 'node:stream';
import { FileMissing, partBytes, type PartialFile, type Progress, type SaveProgress } from './file-store.ts';
import { type S3Parts, parsePlace, type S3Place } from './s3-parts.ts';
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFileAppender } from './stage-file.ts';
import { stagingName, privateFile } from './local-folders.ts';

/** On disk, since slow connections would fill memory. */
type PartFile = {
  bytes: number;
  append(chunk: Buffer): Promise<void> | undefined;
  read(): Promise<Buffer>;
  reset(): Promise<void>;
  remove(): Promise<void>;
};

/** The next start removes leftovers of a crash. */
export async function openPartFile(staging: string): Promise<PartFile> {
  const file = path.join(staging, stagingName(randomUUID()));
  const handle = await open(file, 'wx+', privateFile);
  let appender = makeFileAppender(handle, 0);
  const part: PartFile = {
    bytes: 0,
    append(chunk) {
      part.bytes += chunk.length;
      return appender.append(chunk);
    },
    async read() {
      await appender.flush();
      const buffer = Buffer.allocUnsafeSlow(part.bytes);
      for (let at = 0; at < buffer.length;) {
        const { bytesRead } = await handle.read(buffer, at, buffer.length - at, at);
        if (bytesRead === 0) throw new Error('A part on this disk has lost bytes');
        at += bytesRead;
      }
      return buffer;
    },
    async reset() {
      await handle.truncate(0);
      part.bytes = 0;
      appender = makeFileAppender(handle, 0);
    },
    async remove() {
      await appender.flush().catch(() => {});
      await handle.close();
      await rm(file, { force: true });
    },
  };
  return part;
}

/** Its state moves between machines; native hashes cannot. */
type SavedHash = {
  update(chunk: Buffer): void;
  /** Base64; null if unknown. */
  save(): string | null;
  /** Lower-case hex; null if unknown. */
  digest(): string | null;
};

const unknownHash: SavedHash = { update() {}, save: () => null, digest: () => null };

/**
 * @param arrived bytes hashed
 * @param state from `save`; unreadable from another library version
 */
async function continueHash(arrived: number, state: string | null): Promise<SavedHash> {
  if (arrived > 0 && state === null) return unknownHash;
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

type Means = {
  parts: S3Parts;
  part: PartFile;
  withMemory: <T>(bytes: number, run: () => Promise<T>) => Promise<T>;
};

/**
 * Parts of an upload must be equal in size (some services) and at least 5 MB (S3), so a remainder becomes an
 * object, the tail, for the next request to continue. A file within one part becomes an object at once.
 */
export async function appendToObject(
  { parts, part, withMemory }: Means,
  file: PartialFile,
  source: Readable,
  save: SaveProgress,
): Promise<number> {
  const { id, bytes } = file;
  const from = parsePlace(file.place);
  if (from === null) throw new FileMissing(`The bytes of the upload ${id} are missing`);
  let place: S3Place = from;
  let saved: Progress = file;
  let { arrived } = file;
  const hash = await continueHash(arrived, file.hashState);

  /** If `save` fails, the new object stays: the row may name it. */
  async function saveAt(next: S3Place, progress: Omit<Progress, 'place'>): Promise<void> {
    const former = place.tail;
    const done = { ...progress, place: JSON.stringify(next) };
    await save(done);
    saved = done;
    place = next;
    // The sweep removes it after a failure.
    if (former !== undefined && former.key !== next.tail?.key) await parts.delete(former.key).catch(() => {});
  }

  const saveArrived = (next: S3Place): Promise<void> =>
    saveAt(next, {
      arrived,
      hashState: arrived === bytes ? null : hash.save(),
      sha256: arrived === bytes ? hash.digest() : null,
    });

  const putObject = (key: string): Promise<void> =>
    withMemory(part.bytes, async () => parts.put(key, await part.read()));

  async function sendPart(): Promise<void> {
    if (place.multipart === undefined) {
      const multipart = await parts.begin(parts.newKey(id));
      await saveAt({ ...place, multipart }, saved);
    }
    const multipart = place.multipart as NonNullable<S3Place['multipart']>;
    // Numbers differ from a replaced writer's.
    const number = multipart.parts.length + 1 + file.fence;
    const sent = await withMemory(part.bytes, async () =>
      parts.putPart(multipart, number, await part.read()),
    );
    await saveArrived({ multipart: { ...multipart, parts: [...multipart.parts, sent] } });
    await part.reset();
  }

  async function sendTail(): Promise<void> {
    const key = parts.newKey(id);
    await putObject(key);
    const isWhole = arrived === bytes;
    await saveArrived(isWhole ? { object: key } : { ...place, tail: { key, bytes: part.bytes } });
  }

  async function sendRest(): Promise<void> {
    if (arrived === saved.arrived) return;
    if (arrived < bytes || place.multipart === undefined) return sendTail();
    await sendPart();
    const { multipart } = place;
    await parts.complete(multipart);
    const { sha256, hashState } = saved;
    await saveAt({ object: multipart.key }, { arrived, sha256, hashState });
  }

  if (place.tail !== undefined) {
    const tail = await parts.get(place.tail.key);
    if (tail === null) throw new FileMissing(`The last bytes of the upload ${id} are missing`);
    for await (const chunk of tail as AsyncIterable<Buffer>) await part.append(chunk);
    if (part.bytes !== place.tail.bytes) throw new FileMissing(`The upload ${id} has lost bytes`);
  }
  /** After a bucket failure the request ends; after the source's, what arrived is sent. */
  let isBucketFailure = false;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length;) {
        const piece = chunk.subarray(at, at + partBytes - part.bytes);
        at += piece.length;
        arrived += piece.length;
        const behind = part.append(piece);
        hash.update(piece);
        if (behind !== undefined) await behind;
        if (part.bytes < partBytes || arrived === bytes) continue;
        isBucketFailure = true;
        await sendPart();
        isBucketFailure = false;
      }
    }
  } catch (error) {
    if (!isBucketFailure) await sendRest();
    throw error;
  }
  await sendRest();
  return arrived;
}
