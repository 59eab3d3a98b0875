import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  isAbsent,
  isNotImplemented,
  orUnreachable,
  unreachable,
} from '../../platform/files/bucket-refused.ts';
import { listObjects } from '../../platform/files/s3-bucket.ts';
import { BackupDamaged, type Claim, type JournalPlace } from './backup-place.ts';
import { claimFile, isSegmentName, parseClaim } from './journal-names.ts';

const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  '$metadata' in error &&
  [409, 412].includes((error.$metadata as { httpStatusCode?: number }).httpStatusCode ?? 0);

/** @param root ends with `/` */
export function bucketJournal(client: S3Client, Bucket: string, root: string): JournalPlace {
  const keyOf = (line: string, name: string): string => `${root}${line}/${name}`;

  async function get(Key: string): Promise<Readable> {
    try {
      return (await client.send(new GetObjectCommand({ Bucket, Key }))).Body as Readable;
    } catch (error) {
      if (isAbsent(error)) throw new BackupDamaged(`${Key.slice(root.length)} is missing`, { cause: error });
      throw unreachable(error);
    }
  }
  const remove = async (Key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(orUnreachable);
  };

  const readClaim = async (key: string): Promise<Claim | null> =>
    parseClaim(await text(await get(root + key)));

  async function put(claim: Claim, condition: { IfNoneMatch?: '*' }): Promise<void> {
    const Key = root + claimFile(claim.number);
    await client.send(new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(claim), ...condition }));
  }

  return {
    async claims() {
      const found: Claim[] = [];
      for await (const { key } of listObjects(client, { Bucket, Prefix: root, Delimiter: '/' })) {
        const claim = key.endsWith('.json') ? await readClaim(key) : null;
        if (claim !== null) found.push(claim);
      }
      return found.toSorted((a, b) => a.number - b.number);
    },
    async claim(claim) {
      try {
        // A service without conditions decides by who wrote last; the other finds out before its next segment.
        await put(claim, { IfNoneMatch: '*' }).catch((error: unknown) =>
          isNotImplemented(error) ? put(claim, {}) : Promise.reject(error),
        );
      } catch (error) {
        if (isTaken(error)) return false;
        throw unreachable(error);
      }
      return (await readClaim(claimFile(claim.number)))?.line === claim.line;
    },
    async write(line, name, Body) {
      try {
        await new Upload({ client, params: { Bucket, Key: keyOf(line, name), Body }, queueSize: 2 }).done();
      } catch (error) {
        throw unreachable(error);
      }
    },
    async list(line) {
      const found: string[] = [];
      for await (const { key } of listObjects(client, { Bucket, Prefix: keyOf(line, '') })) found.push(key);
      return found.filter(isSegmentName).toSorted();
    },
    read: (line, name) => get(keyOf(line, name)),
    remove: (line, name) => remove(keyOf(line, name)),
    async removeLine({ line, number }) {
      for await (const { key } of listObjects(client, { Bucket, Prefix: keyOf(line, '') }))
        await remove(keyOf(line, key));
      await remove(root + claimFile(number));
    },
  };
}
