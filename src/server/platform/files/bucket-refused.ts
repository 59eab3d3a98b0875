export class BucketRefused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, cause: unknown) {
    super(`the bucket answers ${[status, code].filter(Boolean).join(' ')}`, { cause });
    this.status = status;
    this.code = code;
  }
}

/** Returns other errors unchanged. */
export function describeRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !('$metadata' in error)) return error;
  const { httpStatusCode: status } = error.$metadata as { httpStatusCode?: number };
  if (status === undefined) return error;
  // A HEAD's answer has no body, and so no code.
  const code = /^(Unknown|UnknownError|Error|\d+)$/.test(error.name) ? '' : error.name;
  return new BucketRefused(status, code, error);
}

export function adviceOnRefusal({ status, code }: BucketRefused): string {
  if (code === 'RequestTimeTooSkewed') return "Set this machine's clock: let NTP keep it.";
  if (code === 'AuthorizationHeaderMalformed' || (status >= 300 && status < 400))
    return 'The bucket is in another region or at another address: see STORAGE_URL.';
  if (status === 401 || status === 403)
    return "Is the key of STORAGE_URL still valid, may it get, put, delete and list there, and is this machine's clock right?";
  if (status === 404) return 'Does the bucket that STORAGE_URL names still exist?';
  return "See the service's own log and status.";
}
