import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Bucket } from './s3-bucket.ts';
import { unreachable } from './s3-client.ts';

/*
 * S3 has no conditional delete ("unless it was written meanwhile"), so removal uses a lock object. A removal writes it
 * before it reads the object's time, and deletes it when done. A `keep` of bytes that are stored already uploads them,
 * waits until there is no lock, and then checks that they are still there: a removal that began earlier is over by
 * then, and a later one sees the new time.
 */

/** Timeout of a removal; a lock that is four times as old was left by a crash. */
const removalMs = 30_000;
/** How long `keep` waits for a removal of equal bytes. */
const waitMs = 10_000;

const lockPrefix = (bucket: S3Bucket, sha256: string): string => `${bucket.prefix}leaving/${sha256}.`;

async function isBeingRemoved(bucket: S3Bucket, sha256: string): Promise<boolean> {
  const { client, Bucket } = bucket;
  const { Contents = [] } = await client
    .send(new ListObjectsV2Command({ Bucket, Prefix: lockPrefix(bucket, sha256) }))
    .catch((error: unknown) => {
      throw unreachable(error);
    });
  return Contents.some(({ LastModified }) => (LastModified?.getTime() ?? 0) > Date.now() - 4 * removalMs);
}

/**
 * Waits until no removal of an object is in progress.
 * @throws HttpError 503 on timeout
 */
export async function waitForRemoval(bucket: S3Bucket, sha256: string): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (await isBeingRemoved(bucket, sha256)) {
    if (performance.now() > deadline) throw unreachable(new Error(`The removal of ${sha256} does not end`));
    await sleep(200);
  }
}

/** Removes an object unless it was written since an instant; see `FileStore.removeUnused`. */
export async function removeUnused(bucket: S3Bucket, sha256: string, keptBefore: number): Promise<boolean> {
  const { withoutRetries: client, Bucket, keyOf, find } = bucket;
  const lock = { Bucket, Key: lockPrefix(bucket, sha256) + randomUUID() };
  const abortSignal = AbortSignal.timeout(removalMs);
  try {
    await client.send(new PutObjectCommand({ ...lock, Body: Buffer.from('1') }), { abortSignal });
    const found = await find(sha256);
    const isUnused = found !== null && found.keptAt < keptBefore;
    if (isUnused) await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(sha256) }), { abortSignal });
    await client.send(new DeleteObjectCommand(lock));
    return isUnused;
  } catch (error) {
    throw unreachable(error);
  }
}
