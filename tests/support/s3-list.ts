import type { IncomingMessage, ServerResponse } from 'node:http';
import type S3rver from 's3rver';

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

type Store = S3rver['store'];

/** s3rver fails where an object is removed while it walks through the files; a real bucket's list does not. */
async function list(
  store: Store,
  bucket: string,
  options: Parameters<Store['listObjects']>[1],
  attempt = 1,
): ReturnType<Store['listObjects']> {
  try {
    return await store.listObjects(bucket, options);
  } catch (error) {
    if (attempt === 20 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return list(store, bucket, options, attempt + 1);
  }
}

/**
 * Answers ListObjectsV2 in pages. s3rver encrypts its continuation tokens with DES, which OpenSSL 3 no longer has: whatever
 * fills more than one page would be a 500.
 */
export async function listObjects(
  { store }: S3rver,
  { bucket, pageSize }: { bucket: string; pageSize: number },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { searchParams } = new URL(request.url ?? '', 'http://s3');
  const token = searchParams.get('continuation-token');
  const { objects, isTruncated } = await list(store, bucket, {
    prefix: searchParams.get('prefix') ?? '',
    delimiter: searchParams.get('delimiter') ?? '',
    startAfter: token === null ? '' : Buffer.from(token, 'base64url').toString(),
    maxKeys: Math.min(pageSize, Number(searchParams.get('max-keys') ?? pageSize)),
  });
  const last = objects.at(-1);
  const next =
    isTruncated && last !== undefined
      ? `<NextContinuationToken>${Buffer.from(last.key).toString('base64url')}</NextContinuationToken>`
      : '';
  const contents = objects.map(
    ({ key, size, lastModifiedDate }) =>
      `<Contents><Key>${escapeXml(key)}</Key><Size>${size}</Size>` +
      `<LastModified>${lastModifiedDate.toISOString()}</LastModified></Contents>`,
  );
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>` +
      `${next}${contents.join('')}</ListBucketResult>`,
  );
}
