import { S3Client } from '@aws-sdk/client-s3';
import { minuteMs } from '#contract/durations';
import { HttpError, httpErrors } from '../http/http-errors.ts';
import type { S3Address } from './s3-address.ts';

/** Downloads hold a connection for as long as a reader takes: they must not take those of hand-ins. */
const connections = 1_000;

/** A client of one bucket's service; credentials come from the address or from the environment. */
export function makeS3Client({ endpoint, region, credentials }: S3Address, maxAttempts = 3): S3Client {
  // Amazon's own certificates are for bucket.host; everybody else's services know host/bucket.
  const isAmazon = new URL(endpoint).hostname.endsWith('.amazonaws.com');
  const inHost = /^https:\/\/s3[.-]([a-z0-9-]+)\.amazonaws\.com/.exec(endpoint)?.[1];
  const agent = { keepAlive: true, maxSockets: connections };
  return new S3Client({
    endpoint,
    region: region ?? process.env['AWS_REGION'] ?? inHost ?? 'us-east-1',
    forcePathStyle: !isAmazon,
    ...(credentials !== null && { credentials }),
    // Other services do not know Amazon's newer checksums; each part's SHA-256 is in its signature anyway.
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
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Whether an object is not there, in a bucket that is. */
export function isAbsent(error: unknown): boolean {
  return nameOf(error) === 'NoSuchKey' || nameOf(error) === 'NotFound';
}

/** Whether an object has fewer bytes than where the asked part begins. */
export function isBeyondEnd(error: unknown): boolean {
  return nameOf(error) === 'InvalidRange';
}

/**
 * Whatever a bucket answers besides "not there" lies outside of the request: no connection, no bucket, no right, too
 * many at once.
 * @throws the error itself when it came from this machine's disk or from a mistake in a program
 */
export function unreachable(error: unknown): HttpError {
  const isOwn =
    error instanceof TypeError ||
    (error instanceof Error && 'code' in error && ['ENOENT', 'EIO', 'EMFILE'].includes(String(error.code)));
  if (isOwn || error instanceof HttpError) throw error;
  return Object.assign(
    httpErrors.busy(
      'The place where files are kept does not answer just now. Please try again in a minute.',
      30,
    ),
    { cause: error },
  );
}
