import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Answer, Client, TestApp } from './test-app.ts';

const tus = { 'tus-resumable': '1.0.0' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

export type UploadStart = { task?: string; name?: string; length?: number | string };

/** Begins an upload as a tus client does. */
export function begin(
  client: Client,
  { task = 'week-1', name = 'work.txt', length = 5 }: UploadStart = {},
): Promise<Answer> {
  return client.post('/api/uploads', undefined, {
    ...tus,
    'upload-length': String(length),
    'upload-metadata': `filename ${base64(name)},task ${base64(task)}`,
  });
}

/** The last part of the address that an upload was given. */
export const idOf = ({ headers }: Answer): string => String(headers.location).split('/').at(-1) as string;

export const head = (client: Client, id: string): Promise<Answer> =>
  client.send({ method: 'HEAD', url: `/api/uploads/${id}`, headers: tus });

export const drop = (client: Client, id: string): Promise<Answer> => client.delete(`/api/uploads/${id}`, tus);

/** Sends bytes from an offset on. */
export function patch(
  client: Client,
  id: string,
  bytes: string | Buffer,
  offset = 0,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return client.send({
    method: 'PATCH',
    url: `/api/uploads/${id}`,
    payload: bytes,
    headers: {
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
  });
}

/** A whole upload, from its beginning to its last byte. */
export async function uploadWhole(
  client: Client,
  bytes: string,
  start: Omit<UploadStart, 'length'> = {},
): Promise<string> {
  const id = idOf(await begin(client, { ...start, length: Buffer.byteLength(bytes) }));
  await patch(client, id, bytes);
  return id;
}

/** Where an upload grows without a bucket. */
export const uploadAddress = ({ dataDir }: Pick<TestApp, 'dataDir'>, id: string): string =>
  path.join(dataDir, 'uploads', id);

/** The bytes of uploads that lie on the disk. */
export function uploadsOnDisk({ dataDir }: Pick<TestApp, 'dataDir'>): string[] {
  try {
    return readdirSync(path.join(dataDir, 'uploads'));
  } catch {
    return [];
  }
}
