import { HeadBucketCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { StoredFileInfo } from './file-store.ts';
import type { ObserveCall } from '../tracing/tracing.ts';
import type { S3Address } from './s3-address.ts';
import { describeRefusal } from './bucket-refused.ts';
import { isAbsent, makeS3Client, unreachable } from './s3-client.ts';

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
