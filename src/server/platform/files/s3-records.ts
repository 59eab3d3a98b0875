import { GetObjectCommand, paginateListObjectsV2, PutObjectCommand } from '@aws-sdk/client-s3';
import type { S3Bucket } from './s3-bucket.ts';
import { unreachable } from './s3-client.ts';
import { fileOfRecord, recordFolder, recordOfFile, type RecordStore } from './record-store.ts';

export function makeS3Records({ client, Bucket, prefix, sizeOf }: S3Bucket): RecordStore {
  const under = `${prefix}${recordFolder}/`;
  async function read(Key: string): Promise<string> {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return Body?.transformToString() ?? '';
  }
  return {
    async add(name, text) {
      const Key = under + fileOfRecord(name);
      if ((await sizeOf(Key)) !== null) return;
      try {
        await client.send(new PutObjectCommand({ Bucket, Key, Body: text }));
      } catch (error) {
        throw unreachable(error);
      }
    },
    async *list() {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: under })) {
          for (const { Key = '' } of Contents) {
            const name = recordOfFile(Key.slice(under.length));
            if (name !== null) yield { name, text: await read(Key) };
          }
        }
      } catch (error) {
        throw unreachable(error);
      }
    },
  };
}
