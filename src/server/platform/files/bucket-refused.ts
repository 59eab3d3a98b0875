import { HttpError, httpErrors } from '../http/http-errors.ts';

export class BucketRefused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, cause: unknown) {
    super(`the bucket answers ${[status, code].filter(Boolean).join(' ')}`, { cause });
    this.status = status;
    this.code = code;
  }
}

export function describeRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !('$metadata' in error)) return error;
  const { httpStatusCode: status } = error.$metadata as { httpStatusCode?: number };
  if (status === undefined) return error;
  // A HEAD's answer has no body, hence no code.
  const code = /^(Unknown|UnknownError|Error|\d+)$/.test(error.name) ? '' : error.name;
  return new BucketRefused(status, code, error);
}

export function adviceOnRefusal({ status, code }: BucketRefused): string {
  if (code === 'RequestTimeTooSkewed') return "Correct this machine's clock, for example with NTP.";
  if (code === 'AuthorizationHeaderMalformed' || (status >= 300 && status < 400))
    return 'The bucket is in another region or at another address. Correct STORAGE_URL.';
  if (status === 401 || status === 403)
    return "Check that the key of STORAGE_URL is valid and may get, put, delete and list, and that this machine's clock is right.";
  if (status === 404) return 'Check that the bucket of STORAGE_URL exists.';
  return "Check the service's log and status.";
}

const isNamed =
  (...names: string[]) =>
  (error: unknown): boolean =>
    error instanceof Error && names.includes(error.name);

/** In an existing bucket. */
export const isAbsent = isNamed('NoSuchKey', 'NotFound');
export const isNoSuchUpload = isNamed('NoSuchUpload');
export const isInvalidPart = isNamed('InvalidPart');
export const isNotImplemented = isNamed('NotImplemented');
export const isBeyondEnd = isNamed('InvalidRange');

/**
 * 503 for any failure of the store.
 * @throws local disk and programming errors unchanged
 */
export function unreachable(error: unknown): HttpError {
  const isLocal =
    error instanceof TypeError ||
    (error instanceof Error && 'code' in error && ['ENOENT', 'EIO', 'EMFILE'].includes(String(error.code)));
  if (isLocal || error instanceof HttpError) throw error;
  return Object.assign(httpErrors.busy('The file storage does not answer. Try again in a minute.', 30), {
    cause: describeRefusal(error),
    isOfBucket: true,
  });
}

export function orUnreachable(error: unknown): never {
  throw unreachable(error);
}
