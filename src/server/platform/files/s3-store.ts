import { GetObjectCommand, HeadBucketCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Semaphore } from 'async-mutex';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { hourMs } from '#contract/durations';
import type { AppContext } from '../context.ts';
import { FileDamaged, FileMissing, isSha256, type FileStore, type KeptFile } from './file-store.ts';
import { prepareFolders } from './local-folders.ts';
import type { S3Address } from './s3-address.ts';
import { openS3Bucket } from './s3-bucket.ts';
import { isAbsent, isBeyondEnd, unreachable } from './s3-client.ts';
import { waitForRemoval, removeUnused } from './s3-removal.ts';
import { stageFile, type Temporary } from './stage-file.ts';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
/** The smallest part that S3 takes, and how many of one file are on their way at once. */
const partBytes = 5 * megabyte;
const partsAtOnce = 2;
/** What uploads may hold in memory; collecting a part holds it twice for a moment. */
const memoryBytes = 48 * megabyte;
/** Bytes that were kept so recently are not kept again: nobody removes them as unused, whatever the clocks say. */
const recentMs = 12 * hourMs;

/**
 * Keeps files in a bucket of an S3-compatible service by the SHA-256 of their bytes. Bytes arrive in a temporary file
 * of this machine, since the hash that names the object is known only at their end; keeping them is one object,
 * complete before `keep` resolves. An upload that fails is aborted; one that a crash cuts off is never visible.
 * @param root the folder for temporary files; it is made when absent
 */
export async function openS3Store(
  root: string,
  address: S3Address,
  log: Pick<AppContext['log'], 'warn'>,
): Promise<FileStore> {
  const { staging } = await prepareFolders(root);
  const bucket = openS3Bucket(address);
  const { client, Bucket, prefix, keyOf, find } = bucket;
  // In kilobytes: a release of this semaphore takes time in proportion to its value.
  const memory = new Semaphore(memoryBytes / kilobyte);

  // A bucket that is not there now may be in a minute: the portal starts, and says so.
  client.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    log.warn(`The bucket ${Bucket} at ${address.endpoint} does not answer as it should (${why}).`);
  });

  async function upload({ path, sha256, bytes }: Temporary): Promise<void> {
    const Body = createReadStream(path);
    try {
      const params = { Bucket, Key: keyOf(sha256), Body, ContentLength: bytes };
      await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
    } catch (error) {
      throw unreachable(error);
    } finally {
      Body.destroy();
    }
  }

  async function keep(file: Temporary): Promise<void> {
    const isSafe = (kept: KeptFile | null): boolean =>
      kept?.bytes === file.bytes && kept.keptAt > Date.now() - recentMs;
    for (let kept = await find(file.sha256); ;) {
      if (!isSafe(kept)) {
        const heldBytes = 2 * Math.min(file.bytes, partBytes * partsAtOnce);
        await memory.runExclusive(() => upload(file), Math.max(1, Math.ceil(heldBytes / kilobyte)));
      }
      if (kept === null) return;
      // What was there before may be on its way out: see s3-removal.ts.
      await waitForRemoval(bucket, file.sha256);
      kept = await find(file.sha256);
      if (isSafe(kept)) return;
    }
  }

  return {
    async stage(source, most) {
      const temporary = await stageFile(staging, source, { most, sync: false });
      const discard = (): Promise<void> => rm(temporary.path, { force: true });
      return {
        sha256: temporary.sha256,
        bytes: temporary.bytes,
        async keep() {
          await keep(temporary);
          await discard();
        },
        discard,
      };
    },

    async read(sha256, bytes, range) {
      const found = await client
        .send(
          new GetObjectCommand({
            Bucket,
            Key: keyOf(sha256),
            ...(range && { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        .catch((error: unknown) => {
          if (isAbsent(error)) throw new FileMissing(`The bytes of ${sha256} are missing`, { cause: error });
          if (isBeyondEnd(error)) throw new FileDamaged(`${sha256} has lost bytes`, { cause: error });
          throw unreachable(error);
        });
      const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
      const body = found.Body as Readable;
      if (size === bytes) return body;
      body.destroy();
      throw new FileDamaged(`${sha256} has ${size} bytes in place of ${bytes}`);
    },

    async *list() {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: prefix, Delimiter: '/' });
      try {
        for await (const { Contents = [] } of pages) {
          for (const { Key = '', Size = 0, LastModified } of Contents) {
            const sha256 = Key.slice(prefix.length);
            if (isSha256(sha256)) yield { sha256, bytes: Size, keptAt: LastModified?.getTime() ?? 0 };
          }
        }
      } catch (error) {
        throw unreachable(error);
      }
    },

    removeUnused: (sha256, keptBefore) => removeUnused(bucket, sha256, keptBefore),
  };
}
