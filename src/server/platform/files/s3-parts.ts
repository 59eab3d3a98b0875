import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isAbsent, isInvalidPart, isNoSuchUpload, orUnreachable, unreachable } from './bucket-refused.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { FileDamaged, FileMissing } from './file-store.ts';
import { z } from 'zod';

const multipart = z.object({
  key: z.string(),
  id: z.string(),
  /** Number and ETag, in order, of equal size. */
  parts: z.array(z.tuple([z.number(), z.string()])),
});

const place = z.object({
  multipart: multipart.optional(),
  /** Bytes since the last full part. */
  tail: z.object({ key: z.string(), bytes: z.number() }).optional(),
  object: z.string().optional(),
});

export type S3Place = z.output<typeof place>;
export type Multipart = z.output<typeof multipart>;

/** Null for a place of another store. */
export function parsePlace(text: string | null): S3Place | null {
  if (text === null) return {};
  if (!text.startsWith('{')) return null;
  const { success, data } = place.safeParse(JSON.parse(text));
  return success ? data : null;
}

export function keysOf({ multipart, tail, object }: S3Place): string[] {
  return [multipart?.key, tail?.key, object].filter((key) => key !== undefined);
}

export const partialPrefix = 'uploads/';

/** @throws HttpError 503 when unreachable */
export function openS3Parts({ client, Bucket, prefix }: S3Bucket) {
  const parts = {
    /** Unique per attempt: a replaced one may be writing. */
    newKey: (id: string): string => `${prefix}${partialPrefix}${id}.${randomUUID()}`,

    async begin(key: string): Promise<Multipart> {
      const { UploadId } = await client
        .send(new CreateMultipartUploadCommand({ Bucket, Key: key }))
        .catch(orUnreachable);
      return { key, id: UploadId as string, parts: [] };
    },

    /** @throws FileMissing when the service ended the upload */
    async putPart({ key, id }: Multipart, number: number, Body: Buffer): Promise<[number, string]> {
      const part = { Bucket, Key: key, UploadId: id, PartNumber: number, Body };
      const { ETag } = await client.send(new UploadPartCommand(part)).catch((error: unknown) => {
        if (isNoSuchUpload(error)) throw new FileMissing(`The upload to ${key} is not there any more`);
        throw unreachable(error);
      });
      return [number, ETag as string];
    },

    /** Idempotent. @throws FileDamaged */
    async complete({ key, id, parts: sent }: Multipart): Promise<void> {
      const Parts = sent.map(([PartNumber, ETag]) => ({ PartNumber, ETag }));
      try {
        await client.send(
          new CompleteMultipartUploadCommand({ Bucket, Key: key, UploadId: id, MultipartUpload: { Parts } }),
        );
      } catch (error) {
        if (isInvalidPart(error)) throw new FileDamaged(`A part of ${key} is not the one that arrived`);
        if (!isNoSuchUpload(error)) throw unreachable(error);
      }
    },

    async abort({ key, id }: Pick<Multipart, 'key' | 'id'>): Promise<void> {
      await client
        .send(new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId: id }))
        .catch((error: unknown) => {
          if (!isNoSuchUpload(error)) throw unreachable(error);
        });
    },

    async put(Key: string, Body: Buffer): Promise<void> {
      await client.send(new PutObjectCommand({ Bucket, Key, Body })).catch(orUnreachable);
    },

    async get(Key: string): Promise<Readable | null> {
      try {
        return (await client.send(new GetObjectCommand({ Bucket, Key }))).Body as Readable;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw unreachable(error);
      }
    },

    async delete(Key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(orUnreachable);
    },

    async *listUnfinished(): AsyncGenerator<{ key: string; id: string; begunAt: number }> {
      let markers = {};
      for (;;) {
        const page = await client.send(
          new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...markers }),
        );
        for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? []) {
          yield { key: Key, id: UploadId, begunAt: Initiated?.getTime() ?? Date.now() };
        }
        if (page.IsTruncated !== true) return;
        markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
      }
    },

    async removeAll(place: S3Place): Promise<void> {
      if (place.multipart !== undefined) await parts.abort(place.multipart);
      for (const key of keysOf(place)) await parts.delete(key);
    },
  };
  return parts;
}

export type S3Parts = ReturnType<typeof openS3Parts>;
