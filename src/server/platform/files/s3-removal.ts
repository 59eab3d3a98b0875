import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Bucket } from './s3-bucket.ts';
import { unreachable } from './s3-client.ts';

/*
 * A bucket cannot remove an object on the condition that nobody has written it meanwhile. So a removal leaves a marker
 * before it looks at the object's time, until it is done. Whoever keeps bytes that were there already writes them, waits
 * until there is no marker, and then looks whether they are still there: a removal that began earlier is over by then,
 * and a later one finds them new.
 */

/** How long a removal may take; a marker that is older by far was left by a crash. */
const removalMs = 30_000;
/** How long a hand-in waits for a removal of equal bytes. */
const waitMs = 10_000;

const markersOf = (bucket: S3Bucket, sha256: string): string => `${bucket.prefix}leaving/${sha256}.`;

async function isBeingRemoved(bucket: S3Bucket, sha256: string): Promise<boolean> {
  const { client, Bucket } = bucket;
  const { Contents = [] } = await client
    .send(new ListObjectsV2Command({ Bucket, Prefix: markersOf(bucket, sha256) }))
    .catch((error: unknown) => {
      throw unreachable(error);
    });
  return Contents.some(({ LastModified }) => (LastModified?.getTime() ?? 0) > Date.now() - 4 * removalMs);
}

/**
 * Waits until nobody removes an object any more.
 * @throws a 503 problem when that does not end
 */
export async function waitForRemoval(bucket: S3Bucket, sha256: string): Promise<void> {
  const giveUp = performance.now() + waitMs;
  while (await isBeingRemoved(bucket, sha256)) {
    if (performance.now() > giveUp) throw unreachable(new Error(`The removal of ${sha256} does not end`));
    await sleep(200);
  }
}

/** Removes an object unless it was written since an instant; see `FileStore.removeUnused`. */
export async function removeUnused(bucket: S3Bucket, sha256: string, keptBefore: number): Promise<boolean> {
  const { once: client, Bucket, keyOf, find } = bucket;
  const marker = { Bucket, Key: markersOf(bucket, sha256) + randomUUID() };
  const abortSignal = AbortSignal.timeout(removalMs);
  try {
    await client.send(new PutObjectCommand({ ...marker, Body: Buffer.from('1') }), { abortSignal });
    const found = await find(sha256);
    const isUnused = found !== null && found.keptAt < keptBefore;
    if (isUnused) await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(sha256) }), { abortSignal });
    await client.send(new DeleteObjectCommand(marker));
    return isUnused;
  } catch (error) {
    throw unreachable(error);
  }
}
