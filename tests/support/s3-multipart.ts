import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

const smallestPart = 5 * 1024 * 1024;

type Folders = {
  /** s3rver's folder of multipart uploads that are not complete. */
  uploads: string;
  bucket: string;
  /** Where an object's bytes lie. */
  pathOf(key: string): string;
  complete(upload: string, numbers: number[]): Promise<void>;
};

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
}

/** Of S3's multipart uploads what s3rver does not know, or does not check. */
export function makeMultipartCalls({ uploads, bucket, pathOf, complete }: Folders) {
  const folderOf = (upload: string): string => path.join(uploads, path.basename(upload));

  const partsOf = (upload: string) =>
    readdirSync(folderOf(upload))
      .filter((name) => /^\d+$/.test(name))
      .map(Number);

  async function completeUpload(upload: string, request: IncomingMessage, response: ServerResponse) {
    const named = [...(await text(request)).matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)/.exec(part)?.[1]),
      etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll(/&quot;|"/g, ''),
    }));
    const there = new Set(partsOf(upload));
    const file = (number: number): string => path.join(folderOf(upload), String(number));
    for (const [i, { number, etag }] of named.entries()) {
      if (!there.has(number) || readFileSync(`${file(number)}.md5`, 'utf8') !== etag)
        return refuse(response, 400, 'InvalidPart');
      const isLast = i === named.length - 1;
      if (!isLast && statSync(file(number)).size < smallestPart)
        return refuse(response, 400, 'EntityTooSmall');
      if (i > 0 && number <= (named[i - 1]?.number ?? 0)) return refuse(response, 400, 'InvalidPartOrder');
    }
    await complete(
      upload,
      named.map(({ number }) => number),
    );
    answer(response, '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>');
  }

  async function copyPart(upload: string, request: IncomingMessage, response: ServerResponse) {
    const number = new URL(request.url ?? '', 'http://s3').searchParams.get('partNumber') as string;
    const key = decodeURI(String(request.headers['x-amz-copy-source'])).replace(/^\/?[^/]+\//, '');
    const range = /bytes=(\d+)-(\d+)/.exec(String(request.headers['x-amz-copy-source-range']));
    const part = path.join(folderOf(upload), path.basename(number));
    const [start, end] = [Number(range?.[1]), Number(range?.[2])];
    await pipeline(createReadStream(pathOf(key), { start, end }), createWriteStream(part));
    const md5 = createHash('md5').update(readFileSync(part)).digest('hex');
    writeFileSync(`${part}.md5`, md5);
    answer(response, `<CopyPartResult><ETag>"${md5}"</ETag></CopyPartResult>`);
  }

  function list(prefix: string, response: ServerResponse): void {
    const ids = existsSync(uploads) ? readdirSync(uploads) : [];
    const listed = ids
      .map((id) => ({ id, key: path.join(folderOf(id), 'key') }))
      .filter(({ key }) => readFileSync(key, 'utf8').startsWith(prefix))
      .map(
        ({ id, key }) =>
          `<Upload><Key>${readFileSync(key, 'utf8')}</Key><UploadId>${id}</UploadId>` +
          `<Initiated>${statSync(key).mtime.toISOString()}</Initiated></Upload>`,
      );
    answer(
      response,
      `<ListMultipartUploadsResult><Bucket>${bucket}</Bucket><IsTruncated>false</IsTruncated>${listed.join('')}</ListMultipartUploadsResult>`,
    );
  }

  /** @returns whether the request was taken */
  return async (kind: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { searchParams } = new URL(request.url ?? '', 'http://s3');
    if (kind === 'ListMultipartUploads') {
      list(searchParams.get('prefix') ?? '', response);
      return true;
    }
    const upload = searchParams.get('uploadId');
    if (upload === null) return false;
    if (!existsSync(path.join(folderOf(upload), 'key'))) {
      await buffer(request);
      refuse(response, 404, 'NoSuchUpload');
    } else if (kind === 'AbortMultipartUpload') {
      rmSync(folderOf(upload), { recursive: true, force: true });
      response.writeHead(204).end();
    } else if (kind === 'CompleteMultipartUpload') {
      await completeUpload(upload, request, response);
    } else if (kind === 'UploadPartCopy') {
      await copyPart(upload, request, response);
    } else {
      return false;
    }
    return true;
  };
}
