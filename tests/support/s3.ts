import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { parseS3Address, type S3Address } from '#server/platform/files/s3-address';
import { listObjects } from './s3-list.ts';
import { makeMultipartCalls } from './s3-multipart.ts';

const bucket = 'hand-ins';
const prefix = 'portal';

export type TestS3 = {
  /** What `STORAGE_URL` would be. */
  url: string;
  address: S3Address;
  /** Method and kind of every request that was answered, in the order of the answers. */
  answered: string[];
  /** Takes a request in place of the bucket, or holds it up; tells whether it took it. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
  /** Names of the objects that are there, without the prefix. */
  objects(): string[];
  /** Uploads that were begun and neither completed nor aborted. */
  unfinished(): string[];
  /** The folder in which each of them has one. */
  uploads: string;
  /** Where an object's bytes lie. */
  pathOf(name: string): string;
  stop(): Promise<void>;
};

/** What a request does, in S3's own words. */
function kindOf({ method, url = '', headers }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const isCopy = headers['x-amz-copy-source'] !== undefined;
  const isObject = pathname.split('/').length > 2 && !pathname.endsWith('/');
  if (method === 'HEAD') return isObject ? 'HeadObject' : 'HeadBucket';
  if (method === 'GET' && !isObject && searchParams.has('uploads')) return 'ListMultipartUploads';
  if (method === 'GET') return isObject ? 'GetObject' : 'ListObjects';
  if (method === 'DELETE') return searchParams.has('uploadId') ? 'AbortMultipartUpload' : 'DeleteObject';
  if (method === 'PUT' && isCopy) return searchParams.has('uploadId') ? 'UploadPartCopy' : 'CopyObject';
  if (method === 'PUT') return searchParams.has('uploadId') ? 'UploadPart' : 'PutObject';
  return searchParams.has('uploads') ? 'CreateMultipartUpload' : 'CompleteMultipartUpload';
}

/**
 * An S3-compatible service on loopback with one bucket.
 * @param pageSize how many objects it lists at once; S3 itself does 1,000
 */
export async function startS3({ pageSize = 1_000 } = {}): Promise<TestS3> {
  const directory = mkdtempSync(path.join(tmpdir(), 'capstone-s3-'));
  const service = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucket }] });
  await service.configureBuckets();
  const serve = service.callback();
  const answered: string[] = [];
  const uploads = path.join(directory, bucket, '._S3rver_uploads');
  const suffix = '._S3rver_object';
  const takeMultipart = makeMultipartCalls({
    uploads,
    bucket,
    pathOf: (key) => path.join(directory, bucket, key + suffix),
    complete: (upload, numbers) =>
      service.store.putObjectMultipart(
        bucket,
        upload,
        numbers.map((number) => ({ number })),
      ),
  });
  async function answer(kind: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await s3.intercept(request, response)) return;
    if (kind === 'ListObjects') return listObjects(service, { bucket, pageSize }, request, response);
    if (!(await takeMultipart(kind, request, response))) serve(request, response);
  }
  const server = createServer((request, response) => {
    const kind = kindOf(request);
    response.once('finish', () =>
      answered.push(response.statusCode < 300 ? kind : `${kind} ${response.statusCode}`),
    );
    answer(kind, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}/${prefix}?tls=0`;
  const folder = path.join(directory, bucket, prefix);
  // s3rver removes a folder with its last object, and ends its process where the next object is just being put into it.
  mkdirSync(path.join(folder, 'uploads'), { recursive: true });
  writeFileSync(path.join(folder, 'uploads', 'stays'), '');
  const s3: TestS3 = {
    url,
    address: parseS3Address(url) as S3Address,
    answered,
    intercept: () => false,
    objects: () =>
      (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length)),
    uploads,
    unfinished: () => (existsSync(uploads) ? readdirSync(uploads) : []),
    pathOf: (name) => path.join(folder, name + suffix),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return s3;
}
