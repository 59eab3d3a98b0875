import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Semaphore } from 'async-mutex';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { hourMs, minuteMs } from '#contract/durations';
import type { AppContext } from '../context.ts';
import {
  FileDamaged,
  FileMissing,
  isSha256,
  type FileStore,
  type StoredFileInfo,
  type ReadableStagedFile,
  eachRecordKind,
  fileOfRecord,
  recordOfFile,
  type RecordKind,
  type RecordStore,
} from './file-store.ts';
import { writesCheck } from '../readiness.ts';
import { monitorDisk, prepareFolders, uploadFolderOf } from './local-folders.ts';
import type { ObserveCall } from '../tracing/open-tracing.ts';
import type { S3Address } from './s3-address.ts';
import { isAbsent, isBeyondEnd, orUnreachable, unreachable } from './bucket-refused.ts';
import { listObjects, openS3Bucket, removeUnused, type S3Bucket, waitForRemoval } from './s3-bucket.ts';
import { makeS3PartialFiles } from './s3-partial-files.ts';
import { stageFile, type Temporary } from './stage-file.ts';

function makeS3Records({ client, Bucket, prefix, sizeOf }: S3Bucket, kind: RecordKind): RecordStore {
  const under = `${prefix}${kind}/`;
  async function* names() {
    for await (const { key } of listObjects(client, { Bucket, Prefix: under })) {
      const name = recordOfFile(key);
      if (name !== null) yield name;
    }
  }
  async function read(Key: string): Promise<string> {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return (await Body?.transformToString()) ?? '';
    } catch (error) {
      throw unreachable(error);
    }
  }
  return {
    async add(name, text) {
      const Key = under + fileOfRecord(name);
      if ((await sizeOf(Key)) !== null) return;
      await client.send(new PutObjectCommand({ Bucket, Key, Body: text })).catch(orUnreachable);
    },
    async *list() {
      for await (const name of names()) yield { name, text: await read(under + fileOfRecord(name)) };
    },
    names,
  };
}

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
/** S3's minimum. */
const partBytes = 5 * megabyte;
const concurrentParts = 2;
/** A collected part is buffered twice. */
const memoryBytes = 48 * megabyte;
/** Every machine asks this probe. */
const bucketKeptMs = 10_000;
/** Garbage collection spares recent files, at any clock skew. */
const recentMs = 12 * hourMs;
/** Every removal spares files twice as old, so that equal bytes need not go up again. */
const sparedMs = 5 * minuteMs;

/**
 * Stages locally, since the key is the hash; `keep` uploads. Interrupted multipart uploads never become
 * visible.
 * @param root for temporary files; created when absent
 */
export async function openS3Store(
  root: string,
  address: S3Address,
  log: Pick<AppContext['log'], 'warn'>,
  observe?: ObserveCall,
): Promise<FileStore> {
  const { staging } = await prepareFolders(root);
  const writes = monitorDisk(staging);
  const bucket = openS3Bucket(address, observe);
  const { client, Bucket, prefix, keyOf, find } = bucket;
  // In kilobytes: a semaphore's release costs time by its value.
  const memory = new Semaphore(memoryBytes / kilobyte);

  // An unreachable bucket does not prevent the start.
  bucket.probe().catch((error: unknown) => {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    log.warn(
      `The bucket ${Bucket} at ${address.endpoint} does not answer as expected (${why}). Files cannot be saved or read until it does: check STORAGE_URL and the service.`,
    );
  });

  async function upload({ path, sha256, bytes }: Temporary): Promise<void> {
    const Body = createReadStream(path);
    try {
      const params = { Bucket, Key: keyOf(sha256), Body, ContentLength: bytes };
      await new Upload({ client, params, partSize: partBytes, queueSize: concurrentParts }).done();
    } catch (error) {
      throw unreachable(error);
    } finally {
      Body.destroy();
    }
  }

  const withMemory = <T>(bytes: number, run: () => Promise<T>): Promise<T> =>
    memory.runExclusive(run, Math.max(1, Math.ceil(bytes / kilobyte)));

  async function keepAs(
    file: { sha256: string; bytes: number },
    writeObject: () => Promise<void>,
    replaces = false,
  ): Promise<void> {
    const isYounger = (stored: StoredFileInfo | null, ageMs: number): boolean =>
      stored?.bytes === file.bytes && stored.keptAt > Date.now() - ageMs;
    for (let stored = await find(file.sha256); ;) {
      if (replaces || !isYounger(stored, sparedMs)) await writeObject();
      if (stored === null) return;
      // The earlier object may be under removal.
      await waitForRemoval(bucket, file.sha256);
      stored = await find(file.sha256);
      if (isYounger(stored, recentMs)) return;
    }
  }

  function toStagedFile(temporary: Temporary): ReadableStagedFile {
    const { path, sha256, bytes } = temporary;
    const discard = (): Promise<void> => rm(path, { force: true });
    const bufferedBytes = 2 * Math.min(bytes, partBytes * concurrentParts);
    return {
      sha256,
      bytes,
      path,
      async keep(replaces) {
        await keepAs(temporary, () => withMemory(bufferedBytes, () => upload(temporary)), replaces);
        await discard();
      },
      discard,
    };
  }

  return {
    writes,
    async stage(source, maxBytes) {
      return toStagedFile(await stageFile(staging, source, { maxBytes, sync: false, writes }));
    },

    partial: makeS3PartialFiles({
      bucket,
      staging,
      uploads: uploadFolderOf(root),
      writes,
      withMemory,
      keepAs,
      toStagedFile,
    }),

    records: eachRecordKind((kind) => makeS3Records(bucket, kind)),

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
      throw new FileDamaged(`${sha256} has ${size} bytes instead of ${bytes}`);
    },

    async *list() {
      const objects = listObjects(client, { Bucket, Prefix: prefix, Delimiter: '/' });
      for await (const { key, bytes, at } of objects)
        if (isSha256(key)) yield { sha256: key, bytes, keptAt: at };
    },

    removeUnused: (sha256, keptBefore) => removeUnused(bucket, sha256, keptBefore),
    readiness: [
      { name: 'bucket', isOwnFault: false, keptMs: bucketKeptMs, check: () => bucket.probe() },
      writesCheck('disk', writes, { isOwnFault: true }),
    ],
  };
}
