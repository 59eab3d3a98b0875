import { HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { KeptFile } from './file-store.ts';
import type { S3Address } from './s3-address.ts';
import { isAbsent, makeS3Client, unreachable } from './s3-client.ts';

/** The bucket with the names that the portal gives to its objects. */
export type S3Bucket = {
  client: S3Client;
  /** Sends a request once: a removal that is repeated might come after what it must not remove. */
  once: S3Client;
  Bucket: string;
  prefix: string;
  keyOf(sha256: string): string;
  /** What is kept under a hash, if anything. */
  find(sha256: string): Promise<KeptFile | null>;
};

export function openS3Bucket(address: S3Address): S3Bucket {
  const client = makeS3Client(address);
  const once = makeS3Client(address, 1);
  const { bucket: Bucket, prefix } = address;
  const keyOf = (sha256: string): string => prefix + sha256;
  return {
    client,
    once,
    Bucket,
    prefix,
    keyOf,
    async find(sha256) {
      try {
        const found = await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(sha256) }));
        return { sha256, bytes: found.ContentLength ?? 0, keptAt: found.LastModified?.getTime() ?? 0 };
      } catch (error) {
        if (isAbsent(error)) return null;
        throw unreachable(error);
      }
    },
  };
}
