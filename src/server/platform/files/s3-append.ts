import type { Readable } from 'node:stream';
import { FileMissing } from './file-store.ts';
import { partBytes, type PartialFile, type Progress, type SaveProgress } from './partial-file.ts';
import { continueHash } from './saved-hash.ts';
import type { PartFile } from './s3-part-file.ts';
import type { S3Parts } from './s3-parts.ts';
import { parsePlace, type S3Place } from './s3-place.ts';

type Means = {
  parts: S3Parts;
  part: PartFile;
  withMemory: <T>(bytes: number, run: () => Promise<T>) => Promise<T>;
};

/**
 * Parts of a multipart upload must have equal size (some services) and at least 5 MB (S3), so a request's
 * remainder becomes a separate object, the tail, which the next request continues. A file within one part
 * becomes an object at once.
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

  /** When `save` fails, the new object stays: the row may name it after all. */
  async function saveAt(next: S3Place, progress: Omit<Progress, 'place'>): Promise<void> {
    const former = place.tail;
    const done = { ...progress, place: JSON.stringify(next) };
    await save(done);
    saved = done;
    place = next;
    // A failure leaves it to the sweep.
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
    // A replaced writer may still send its part, under another number.
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
  /** After a bucket failure the request ends; after a failure of the source, what arrived is sent. */
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
