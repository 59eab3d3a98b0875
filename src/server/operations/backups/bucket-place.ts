import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { AppContext } from '../../platform/context.ts';
import type { S3Address } from '../../platform/files/s3-address.ts';
import { isAbsent, orUnreachable, unreachable } from '../../platform/files/bucket-refused.ts';
import { listObjects, makeS3Client } from '../../platform/files/s3-bucket.ts';
import { openS3Store } from '../../platform/files/s3-store.ts';
import { bucketJournal } from './bucket-journal.ts';
import {
  BackupDamaged,
  isBackupName,
  manifestName,
  type BackupPlace,
  type ReadPart,
} from './backup-place.ts';

type Found = { name: string; part: string; at: number };

/** Complete while it has its manifest: written last, removed first. */
export async function openBucketPlace(
  address: S3Address,
  log: Pick<AppContext['log'], 'warn'>,
): Promise<BackupPlace> {
  const { bucket: Bucket, prefix } = address;
  const client = makeS3Client(address, 3);
  const staging = await mkdtemp(path.join(tmpdir(), 'capstone-backup-'));
  const files = await openS3Store(staging, { ...address, prefix: `${prefix}files/` }, log);
  const root = `${prefix}backups/`;
  const damagedKey = (sha256: string): string => `${prefix}damaged/${sha256}`;
  const keyOf = (name: string, part: string): string => `${root}${name}/${part}`;

  const under = (Prefix: string) => listObjects(client, { Bucket, Prefix });
  async function listParts(): Promise<Found[]> {
    const found: Found[] = [];
    for await (const { key, at } of under(root)) {
      const [name = '', part = ''] = key.split('/');
      if (isBackupName(name)) found.push({ name, part, at });
    }
    return found;
  }
  const list = async () =>
    (await listParts())
      .filter(({ part }) => part === manifestName)
      .map(({ name }) => name)
      .toSorted();
  const removeObject = async (Key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(orUnreachable);
  };
  async function remove(name: string): Promise<void> {
    await removeObject(keyOf(name, manifestName));
    for await (const { key: part } of under(keyOf(name, ''))) await removeObject(keyOf(name, part));
  }
  async function put(Key: string, Body: Readable): Promise<void> {
    try {
      const upload = new Upload({ client, params: { Bucket, Key, Body }, queueSize: 2 });
      await upload.done();
    } catch (error) {
      throw unreachable(error);
    }
  }

  const readerOf =
    (name: string): ReadPart =>
    async (part) => {
      const found = await client
        .send(new GetObjectCommand({ Bucket, Key: keyOf(name, part) }))
        .catch((error: unknown) => {
          if (isAbsent(error)) throw new BackupDamaged(`${part} is missing`, { cause: error });
          throw unreachable(error);
        });
      return found.Body as Readable;
    };

  return {
    shown: `s3://${new URL(address.endpoint).host}/${Bucket}/${prefix}`,
    files,
    list,
    begin: async (name) => ({
      write: (part, bytes) => put(keyOf(name, part), bytes),
      read: readerOf(name),
      finish: (manifest) => put(keyOf(name, manifestName), Readable.from([Buffer.from(manifest)])),
      abandon: () => remove(name),
    }),
    reader: readerOf,
    journal: bucketJournal(client, Bucket, `${prefix}journal/`),
    remove,
    damaged: {
      note: (sha256) => put(damagedKey(sha256), Readable.from([Buffer.from('1')])),
      async list() {
        const found = new Set<string>();
        for await (const { key } of under(damagedKey(''))) found.add(key);
        return found;
      },
      forget: (sha256) => removeObject(damagedKey(sha256)),
    },
    async clearUnfinished(before) {
      const complete = new Set(await list());
      const newest = new Map<string, number>();
      for (const { name, at } of await listParts())
        if (!complete.has(name)) newest.set(name, Math.max(newest.get(name) ?? 0, at));
      for (const [name, at] of newest) if (at < before) await remove(name);
      return [...newest.values()].some((at) => at >= before);
    },
    async close() {
      client.destroy();
      await rm(staging, { recursive: true, force: true });
    },
  };
}
