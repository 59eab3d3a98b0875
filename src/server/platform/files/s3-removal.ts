import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type S3Bucket, unreachable } from './s3-bucket.ts';

/**
 * S3 has no conditional delete: a lock object is written before reading the object's time and deleted at the
 * end. A `keep` of stored bytes uploads again, waits for locks, and checks the bytes.
 */

/** Four times as old, a lock is a crash's. */
const removalMs = 30_000;
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

/** @throws HttpError 503 on timeout */
export async function waitForRemoval(bucket: S3Bucket, sha256: string): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (await isBeingRemoved(bucket, sha256)) {
    if (performance.now() > deadline) throw unreachable(new Error(`The removal of ${sha256} does not end`));
    await sleep(200);
  }
}

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
