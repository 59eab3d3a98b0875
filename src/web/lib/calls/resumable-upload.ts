import type { DetailedError } from 'tus-js-client';
import { accountHeader } from '#contract/limits';
import { paths } from '#contract/paths';
import { CallError, isPassing, offlineError, toCallError } from './call-error.ts';
import { fetchStack } from './tus-over-fetch.ts';
import { countAsWork } from '../forms/unfinished.ts';

const absolute = (path: string): string => new URL(path, location.origin).href;

/** The chunk size: what a buffering proxy loses with the connection is never more than this. */
const chunkBytes = 8 * 1024 * 1024;

type ResumableUpload = {
  file: File;
  /** The task, as the server names it. */
  task: string;
  /** Whose file it is, as `call` has it. */
  account: string;
  /** The address of an earlier attempt's upload; null starts a new one. */
  address: string | null;
  /** Called with the upload's address as soon as it exists. */
  onAddress: (address: string) => void;
  /** Called with the fraction sent, from 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
};

/** Lazy loading: the library is a chunk of its own. */
const loadTus = () => import('tus-js-client');

/** Preloads the library while there is a network. */
export function prepareResumable(): void {
  void loadTus().catch(() => undefined);
}

/** The id of an upload, from its address. */
export function uploadIdOf(address: string): string {
  return address.split('/').at(-1) as string;
}

const cancelled = () => new CallError(0, 'cancelled', 'The upload was cancelled. Nothing was submitted.');
/** Resumable uploads do not work here; the file can still be sent with the form. */
const unavailable = () => new CallError(0, 'not_resumable', 'The file could not be uploaded in parts.');

/** Maps an error of the tus protocol to a CallError. */
function toUploadError(error: Error | DetailedError): CallError {
  if (!('originalRequest' in error)) return unavailable();
  const { originalRequest: request, originalResponse: response } = error;
  const status = response?.getStatus() ?? 0;
  if (status === 0) return offlineError();
  // A concurrent request for the same upload won; a retry asks for the offset and goes on.
  if ((status === 409 && request.getMethod() === 'PATCH') || status === 423)
    return new CallError(409, 'conflict', 'The upload continues in a moment.', 1);
  // The server has lost it, as a machine that died takes along what it had received: it begins anew.
  if (response !== null && response !== undefined && [404, 410].includes(status))
    return new CallError(status, 'no_upload', 'The upload starts again.');
  if (!isPassing({ status, code: '' }) && ![401, 403, 409, 413, 429].includes(status)) return unavailable();
  let body: unknown;
  try {
    body = JSON.parse(response?.getBody() ?? '');
  } catch {
    body = undefined;
  }
  return toCallError(status, body, response?.getHeader('Retry-After') ?? null);
}

/**
 * Sends a file by tus, resuming an earlier attempt, once: retries are up to the caller.
 * @returns the upload's id, which a submission sends in place of the file
 * @throws CallError; code `not_resumable` where the file must be sent with the form, `no_upload` where the server has lost
 *   what was sent, `cancelled` when the signal aborted
 */
export async function sendResumable(options: ResumableUpload): Promise<string> {
  const { file, task, account, address, onAddress, onProgress, signal } = options;
  const { Upload } = await loadTus().catch(() => {
    throw navigator.onLine ? unavailable() : offlineError();
  });
  const hasXhr = typeof XMLHttpRequest !== 'undefined';
  if (signal.aborted) throw cancelled();
  const sending = new Promise<string>((resolve, reject) => {
    const upload = new Upload(file, {
      // With both, the library would begin anew where the address of an upload is answered by a busy server or a balancer.
      ...(address === null
        ? { endpoint: absolute(paths.beginUpload.path) }
        : { uploadUrl: absolute(address) }),
      metadata: { task, filename: file.name },
      headers: { [accountHeader]: encodeURIComponent(account) },
      ...(!hasXhr && { httpStack: fetchStack }),
      chunkSize: chunkBytes,
      // Retries and upload addresses are handled by the submission, the same way for every kind.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => upload.url !== null && onAddress(new URL(upload.url).pathname),
      onProgress: (sent, total) => onProgress(total === 0 ? 0 : sent / total),
      onSuccess: () => resolve(uploadIdOf(upload.url ?? '')),
      onError: (error) => reject(toUploadError(error)),
    });
    signal.addEventListener('abort', () => {
      void upload.abort().catch(() => undefined);
      reject(cancelled());
    });
    upload.start();
  });
  return countAsWork(sending);
}

/** Deletes an upload on the server; where that fails, it expires within a day. */
export function dropResumable(address: string): void {
  const { method } = paths.cancelUpload;
  void fetch(address, { method, headers: { 'Tus-Resumable': '1.0.0' }, keepalive: true }).catch(
    () => undefined,
  );
}
