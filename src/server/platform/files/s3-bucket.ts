import {
  DeleteObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { StoredFileInfo } from './file-store.ts';
import type { ObserveCall } from '../tracing/open-tracing.ts';
import type { S3Address } from './s3-address.ts';
import { describeRefusal, isAbsent, orUnreachable, unreachable } from './bucket-refused.ts';
import { minuteMs } from '#contract/durations';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Slow downloads hold one each and must not starve uploads. */
const connections = 1_000;

export function makeS3Client(
  { endpoint, region, credentials }: S3Address,
  maxAttempts: number,
  observe?: ObserveCall,
): S3Client {
  // AWS: virtual-hosted-style (bucket.host), others path-style (host/bucket).
  const isAmazon = new URL(endpoint).hostname.endsWith('.amazonaws.com');
  const inHost = /^https:\/\/s3[.-]([a-z0-9-]+)\.amazonaws\.com/.exec(endpoint)?.[1];
  const agent = { keepAlive: true, maxSockets: connections };
  const client = new S3Client({
    endpoint,
    region: region ?? process.env['AWS_REGION'] ?? inHost ?? 'us-east-1',
    forcePathStyle: !isAmazon,
    ...(credentials !== null && { credentials }),
    // Other services lack AWS's newer checksums; signatures include each part's SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: minuteMs,
      throwOnRequestTimeout: true,
      socketTimeout: minuteMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  if (observe !== undefined) observeCalls(client, observe);
  return client;
}

/** By name only: keys are hashes, bucket names private. */
function observeCalls(client: S3Client, observe: ObserveCall): void {
  client.middlewareStack.add(
    (next, { commandName = 'call' }) =>
      async (input) => {
        const method = commandName.replace(/Command$/, '');
        const startedAt = performance.now();
        let hasFailed = true;
        try {
          const output = await next(input);
          hasFailed = false;
          return output;
        } finally {
          const attributes = { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': method };
          observe({ name: `S3.${method}`, attributes, startedAt, hasFailed });
        }
      },
    { step: 'initialize', name: 'observeCall' },
  );
}

/** Keys after the prefix. @throws HttpError 503 */
export async function* listObjects(
  client: S3Client,
  of: { Bucket: string; Prefix: string; Delimiter?: string },
): AsyncGenerator<{ key: string; bytes: number; at: number }> {
  try {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, of)) {
      for (const { Key = '', Size = 0, LastModified } of Contents)
        yield { key: Key.slice(of.Prefix.length), bytes: Size, at: LastModified?.getTime() ?? 0 };
    }
  } catch (error) {
    throw unreachable(error);
  }
}

const probeMs = 10_000;

export type S3Bucket = {
  client: S3Client;
  /** A retried delete could hit a newer upload. */
  withoutRetries: S3Client;
  Bucket: string;
  prefix: string;
  keyOf(sha256: string): string;
  find(sha256: string): Promise<StoredFileInfo | null>;
  sizeOf(key: string): Promise<number | null>;
  probe(): Promise<void>;
};

export function openS3Bucket(address: S3Address, observe?: ObserveCall): S3Bucket {
  const client = makeS3Client(address, 3, observe);
  const withoutRetries = makeS3Client(address, 1, observe);
  const { bucket: Bucket, prefix } = address;
  const keyOf = (sha256: string): string => prefix + sha256;
  async function head(Key: string) {
    try {
      return await client.send(new HeadObjectCommand({ Bucket, Key }));
    } catch (error) {
      if (isAbsent(error)) return null;
      throw unreachable(error);
    }
  }
  return {
    client,
    withoutRetries,
    Bucket,
    prefix,
    keyOf,
    async probe() {
      const abortSignal = AbortSignal.timeout(probeMs);
      await withoutRetries
        .send(new HeadBucketCommand({ Bucket }), { abortSignal })
        .catch((error: unknown) => {
          throw describeRefusal(error);
        });
    },
    async find(sha256) {
      const found = await head(keyOf(sha256));
      return found && { sha256, bytes: found.ContentLength ?? 0, keptAt: found.LastModified?.getTime() ?? 0 };
    },
    sizeOf: async (key) => (await head(key))?.ContentLength ?? null,
  };
}

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
    .catch(orUnreachable);
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
