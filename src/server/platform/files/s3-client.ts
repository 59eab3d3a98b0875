import { describeRefusal } from './bucket-refused.ts';
import { S3Client } from '@aws-sdk/client-s3';
import { minuteMs } from '#contract/durations';
import { HttpError, httpErrors } from '../http/http-errors.ts';
import type { ObserveCall } from '../tracing/tracing.ts';
import type { S3Address } from './s3-address.ts';

/** Size of the connection pool: slow downloads hold a connection each and must not starve uploads. */
const connections = 1_000;

/** A client of one bucket's service; credentials come from the address or from the environment. */
export function makeS3Client(
  { endpoint, region, credentials }: S3Address,
  maxAttempts: number,
  observe?: ObserveCall,
): S3Client {
  // AWS is addressed virtual-hosted-style (bucket.host), other services path-style (host/bucket).
  const isAmazon = new URL(endpoint).hostname.endsWith('.amazonaws.com');
  const inHost = /^https:\/\/s3[.-]([a-z0-9-]+)\.amazonaws\.com/.exec(endpoint)?.[1];
  const agent = { keepAlive: true, maxSockets: connections };
  const client = new S3Client({
    endpoint,
    region: region ?? process.env['AWS_REGION'] ?? inHost ?? 'us-east-1',
    forcePathStyle: !isAmazon,
    ...(credentials !== null && { credentials }),
    // Other services do not support AWS's newer checksums; each part's SHA-256 is in its signature anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: minuteMs,
      throwOnRequestTimeout: true,
      socketTimeout: minuteMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  if (observe !== undefined) observeCalls(client, observe);
  return client;
}

/** Tells of each call by its name alone: a key is a file's hash, and a bucket's name nobody else's. */
function observeCalls(client: S3Client, observe: ObserveCall): void {
  client.middlewareStack.add(
    (next, { commandName = 'call' }) =>
      async (input) => {
        const method = commandName.replace(/Command$/, '');
        const startedAt = performance.now();
        let hasFailed = true;
        try {
          const output = await next(input);
          hasFailed = false;
          return output;
        } finally {
          const attributes = { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': method };
          observe({ name: `S3.${method}`, attributes, startedAt, hasFailed });
        }
      },
    { step: 'initialize', name: 'observeCall' },
  );
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Whether an object does not exist, in a bucket that does. */
export function isAbsent(error: unknown): boolean {
  return nameOf(error) === 'NoSuchKey' || nameOf(error) === 'NotFound';
}

/** Whether a multipart upload is over, complete or aborted. */
export function isNoSuchUpload(error: unknown): boolean {
  return nameOf(error) === 'NoSuchUpload';
}

/** Whether a part is missing, or is not the one with the ETag that was named. */
export function isInvalidPart(error: unknown): boolean {
  return nameOf(error) === 'InvalidPart';
}

/** Whether the service does not know a call at all. */
export function isNotImplemented(error: unknown): boolean {
  return nameOf(error) === 'NotImplemented';
}

/** Whether a requested range begins beyond the object's end. */
export function isBeyondEnd(error: unknown): boolean {
  return nameOf(error) === 'InvalidRange';
}

/**
 * Maps any other failure of the store (no connection, no bucket, no permission, throttling) to a 503.
 * @throws the error itself when it is a local disk error or a programming error
 */
export function unreachable(error: unknown): HttpError {
  const isLocal =
    error instanceof TypeError ||
    (error instanceof Error && 'code' in error && ['ENOENT', 'EIO', 'EMFILE'].includes(String(error.code)));
  if (isLocal || error instanceof HttpError) throw error;
  return Object.assign(
    httpErrors.busy(
      'The place where files are kept does not answer just now. Please try again in a minute.',
      30,
    ),
    { cause: describeRefusal(error), isOfBucket: true },
  );
}
