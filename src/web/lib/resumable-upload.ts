import type { DetailedError } from 'tus-js-client';
import { paths } from '#contract/paths';
import { CallError, offlineError, toCallError } from './call-error.ts';

const here = (path: string): string => new URL(path, location.origin).href;

/** So much goes in one request: what a proxy holds back is lost with the line, and never more than this. */
const chunkBytes = 8 * 1024 * 1024;

type ResumableUpload = {
  file: File;
  /** What it is for, as the server names it. */
  task: string;
  /** Where an earlier attempt stands; null begins anew. */
  address: string | null;
  /** Told where the upload stands, as soon as it does. */
  onAddress: (address: string) => void;
  /** Told how much has arrived or is on its way, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** The library, in a chunk of its own: only who uploads pays for it. */
const loadTus = () => import('tus-js-client');

/** Fetches what uploading needs ahead of time, while there is a network. */
export function prepareResumable(): void {
  void loadTus().catch(() => undefined);
}

const cancelled = () => new CallError(0, 'cancelled', 'The upload was cancelled. Nothing was handed in.');
/** Resumable uploads do not work here, for whatever reason: the file can still go with the form. */
const unavailable = () => new CallError(0, 'not_resumable', 'The file could not be uploaded in parts.');

/** What an answer to a request of the protocol means for a hand-in. */
function explain(error: Error | DetailedError): CallError {
  if (!('originalRequest' in error)) return unavailable();
  const { originalRequest: request, originalResponse: response } = error;
  const status = response?.getStatus() ?? 0;
  if (status === 0) return offlineError();
  // Another request about the same upload was faster: asking where it stands settles it.
  if ((status === 409 && request.getMethod() === 'PATCH') || status === 423)
    return new CallError(409, 'conflict', 'The upload goes on in a moment.', 1);
  if (![401, 403, 409, 413, 429, 503].includes(status)) return unavailable();
  let body: unknown;
  try {
    body = JSON.parse(response?.getBody() ?? '');
  } catch {
    body = undefined;
  }
  return toCallError(status, body, response?.getHeader('Retry-After') ?? null);
}

/**
 * Sends a file by tus from where an earlier attempt stands, once: trying again is its caller's.
 * @returns the upload's name, which a hand-in gives in place of the file
 * @throws CallError; code `not_resumable` where the file must go with the form, `cancelled` when the signal ended it
 */
export async function sendResumable(options: ResumableUpload): Promise<string> {
  const { file, task, address, onAddress, onProgress, signal } = options;
  const { Upload } = await loadTus().catch(() => {
    throw navigator.onLine ? unavailable() : offlineError();
  });
  if (signal.aborted) throw cancelled();
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: here(paths.beginUpload.path),
      uploadUrl: address && here(address),
      metadata: { task, filename: file.name },
      chunkSize: chunkBytes,
      // One way to try again for every kind of hand-in, and one place that remembers addresses.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => upload.url !== null && onAddress(new URL(upload.url).pathname),
      onProgress: (sent, total) => onProgress(total === 0 ? 0 : sent / total),
      onSuccess: () => resolve((upload.url ?? '').split('/').at(-1) as string),
      onError: (error) => reject(explain(error)),
    });
    signal.addEventListener('abort', () => {
      void upload.abort().catch(() => undefined);
      reject(cancelled());
    });
    upload.start();
  });
}

/** Drops what has arrived of an upload; where that fails it leaves by itself within a day. */
export function dropResumable(address: string): void {
  const { method } = paths.cancelUpload;
  void fetch(address, { method, headers: { 'Tus-Resumable': '1.0.0' }, keepalive: true }).catch(
    () => undefined,
  );
}
