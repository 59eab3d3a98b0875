import {
  paginateListObjectsV2,
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { dayMs, hourMs } from '#contract/durations';
import {
  FileDamaged,
  FileMissing,
  type StagedFile,
  isPartialFileId,
  type PartialFile,
  type PartialFileStore,
} from './file-store.ts';
import { sweepFolder } from './local-partial-files.ts';
import { appendToObject, openPartFile } from './s3-append.ts';
import { isNotImplemented, orUnreachable, unreachable } from './bucket-refused.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { openS3Parts, partialPrefix, keysOf, parsePlace, type S3Place } from './s3-parts.ts';
import type { WriteMonitor } from '../write-monitor.ts';
import { stageFile, type Temporary } from './stage-file.ts';

const megabyte = 1024 * 1024;

/** S3 copies at most 5 GB at once; larger objects would exceed the time-out. */
const copyLimits = { wholeBytes: 1_024 * megabyte, partBytes: 512 * megabyte };

export async function copyObject(
  { client, Bucket }: S3Bucket,
  { from, to, bytes }: { from: string; to: string; bytes: number },
  { wholeBytes, partBytes } = copyLimits,
): Promise<void> {
  const CopySource = `${Bucket}/${from}`;
  if (bytes <= wholeBytes) {
    await client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource }));
    return;
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: to }));
  const upload = { Bucket, Key: to, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for (let start = 0; start < bytes; start += partBytes) {
      const PartNumber = Parts.length + 1;
      const CopySourceRange = `bytes=${start}-${Math.min(start + partBytes, bytes) - 1}`;
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({ ...upload, PartNumber, CopySource, CopySourceRange }),
      );
      Parts.push({ PartNumber, ETag: CopyPartResult?.ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

type Store = {
  bucket: S3Bucket;
  staging: string;
  /** Where partial files from before the bucket are. */
  uploads: string;
  writes: WriteMonitor;
  withMemory: <T>(bytes: number, run: () => Promise<T>) => Promise<T>;
  /** Makes sure that a complete file is stored. */
  keepAs: (file: { sha256: string; bytes: number }, write: () => Promise<void>) => Promise<void>;
  toStagedFile: (temporary: Temporary) => StagedFile;
};

/** Any machine can append; the service copies complete files. */
export function makeS3PartialFiles(store: Store): PartialFileStore {
  const { bucket, staging, uploads, writes, withMemory, keepAs, toStagedFile } = store;
  const { client, Bucket, prefix } = bucket;
  const parts = openS3Parts(bucket);

  const missing = (id: string) => new FileMissing(`The bytes of the upload ${id} are missing`);

  async function finish(file: PartialFile): Promise<string> {
    const place = parsePlace(file.place);
    const key = place?.object ?? place?.multipart?.key;
    if (place === null || key === undefined || file.arrived !== file.bytes) throw missing(file.id);
    // Left by the machine with the last part.
    if (place.object === undefined && place.multipart !== undefined) await parts.complete(place.multipart);
    const size = await bucket.sizeOf(key);
    if (size === null) throw missing(file.id);
    if (size !== file.bytes) throw new FileDamaged(`${key} has ${size} bytes instead of ${file.bytes}`);
    return key;
  }

  async function placeOfKey(
    key: string,
    find: Parameters<PartialFileStore['sweep']>[0],
  ): Promise<S3Place | null> {
    const id = key.slice(prefix.length + partialPrefix.length).split('.')[0] ?? '';
    const known = isPartialFileId(id) ? await find(id) : undefined;
    return known === undefined ? null : parsePlace(known.place);
  }

  return {
    async create() {},

    async append(file, source, save) {
      if (file.arrived === file.bytes) return file.arrived;
      return writes.run(async () => {
        const part = await openPartFile(staging);
        try {
          return await appendToObject({ parts, part, withMemory }, file, source, save);
        } finally {
          await part.remove();
        }
      });
    },

    // Each attempt has its own key or number.
    async fence() {},

    async locate(file) {
      const { arrived } = file;
      const isHere =
        arrived !== null && (file.place === null ? arrived === 0 : parsePlace(file.place) !== null);
      return isHere ? { ...file, arrived } : null;
    },

    async stage(file) {
      const { sha256, bytes } = file;
      const from = await finish(file);
      if (sha256 !== null) {
        const copy = (): Promise<void> =>
          copyObject(bucket, { from, to: bucket.keyOf(sha256), bytes }).catch(orUnreachable);
        return { sha256, bytes, keep: () => keepAs({ sha256, bytes }, copy), async discard() {} };
      }
      const object = await parts.get(from);
      if (object === null) throw missing(file.id);
      return toStagedFile(await stageFile(staging, object, { maxBytes: bytes, sync: false, writes }));
    },

    async remove({ place }) {
      await parts.removeAll(parsePlace(place) ?? {});
    },

    async sweep(find) {
      await sweepFolder(uploads, find);
      const hourAgo = Date.now() - hourMs;
      try {
        const objects = { Bucket, Prefix: prefix + partialPrefix };
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, objects)) {
          for (const { Key = '', LastModified } of Contents) {
            if (LastModified === undefined || LastModified.getTime() > hourAgo) continue;
            const place = await placeOfKey(Key, find);
            if (place === null || !keysOf(place).includes(Key)) await parts.delete(Key);
          }
        }
        for await (const { key, id, begunAt } of parts.listUnfinished()) {
          const isPartial = key.startsWith(prefix + partialPrefix);
          // Others belong to direct uploads, which take minutes.
          if (begunAt > (isPartial ? hourAgo : Date.now() - dayMs)) continue;
          const place = isPartial ? await placeOfKey(key, find) : null;
          if (place?.multipart?.id !== id) await parts.abort({ key, id });
        }
      } catch (error) {
        // Services without this call clean up by a rule.
        if (!isNotImplemented(error)) throw unreachable(error);
      }
    },
  };
}
