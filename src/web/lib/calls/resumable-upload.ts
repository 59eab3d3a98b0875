import {
  Upload,
  type DetailedError,
  type HttpRequest,
  type HttpResponse,
  type HttpStack,
} from 'tus-js-client';
import { accountHeader } from '#contract/limits';
import { paths } from '#contract/paths';
import { countAsWork } from '../forms/unfinished.ts';
import { CallError, isPassing, offlineError, toCallError } from './call-error.ts';
import { cancelledError, notResumable, uploadIdOf } from './upload.ts';

/** Service workers have no XMLHttpRequest. Reports no progress within a request. */
function createRequest(method: string, url: string): HttpRequest {
  const headers: Record<string, string> = {};
  const running = new AbortController();
  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader(name, value) {
      headers[name] = value;
    },
    getHeader: (name) => headers[name],
    setProgressHandler() {},
    async send(body: Blob | null = null): Promise<HttpResponse> {
      const response = await fetch(url, { method, headers, body, signal: running.signal });
      const text = await response.text();
      return {
        getStatus: () => response.status,
        getHeader: (name) => response.headers.get(name) ?? undefined,
        getBody: () => text,
        getUnderlyingObject: () => response,
      };
    },
    abort: () => Promise.resolve(running.abort()),
    getUnderlyingObject: () => null,
  };
}

const fetchStack: HttpStack = { createRequest, getName: () => 'fetch' };

const absolute = (path: string): string => new URL(path, location.origin).href;

/** Bytes: the most that a buffering proxy can lose. */
const chunkBytes = 8 * 1024 * 1024;

type ResumableUpload = {
  file: File;
  task: string;
  /** As in `call`. */
  account: string;
  /** The address of an earlier attempt; null starts a new upload. */
  address: string | null;
  onAddress: (address: string) => void;
  /** Fraction sent, 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
};

function toUploadError(error: Error | DetailedError): CallError {
  if (!('originalRequest' in error)) return notResumable();
  const { originalRequest: request, originalResponse: response } = error;
  const status = response?.getStatus() ?? 0;
  if (status === 0) return offlineError();
  // Another request for this upload won; a retry asks for the offset.
  if ((status === 409 && request.getMethod() === 'PATCH') || status === 423)
    return new CallError(409, 'conflict', 'The upload continues in a moment.', 1);
  // The server lost the upload, for example with its machine.
  if (response !== null && response !== undefined && [404, 410].includes(status))
    return new CallError(status, 'no_upload', 'The upload starts again.');
  if (!isPassing({ status, code: '' }) && ![401, 403, 409, 413, 429].includes(status)) return notResumable();
  let body: unknown;
  try {
    body = JSON.parse(response?.getBody() ?? '');
  } catch {
    body = undefined;
  }
  return toCallError(status, body, response?.getHeader('Retry-After') ?? null);
}

/**
 * Makes one attempt to send a file by tus, resuming an earlier one.
 * @returns the upload id that a submission sends instead of the file
 * @throws CallError; `not_resumable`: send with the form; `no_upload`: the server lost the upload;
 * `cancelled`: aborted
 */
export async function sendResumable(options: ResumableUpload): Promise<string> {
  const { file, task, account, address, onAddress, onProgress, signal } = options;
  const hasXhr = typeof XMLHttpRequest !== 'undefined';
  if (signal.aborted) throw cancelledError();
  const sending = new Promise<string>((resolve, reject) => {
    const upload = new Upload(file, {
      // With both, the library starts over when a busy server or balancer answers.
      ...(address === null
        ? { endpoint: absolute(paths.beginUpload.path) }
        : { uploadUrl: absolute(address) }),
      metadata: { task, filename: file.name },
      headers: { [accountHeader]: encodeURIComponent(account) },
      ...(!hasXhr && { httpStack: fetchStack }),
      chunkSize: chunkBytes,
      // The caller retries and keeps addresses.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => upload.url !== null && onAddress(new URL(upload.url).pathname),
      onProgress: (sent, total) => onProgress(total === 0 ? 0 : sent / total),
      onSuccess: () => resolve(uploadIdOf(upload.url ?? '')),
      onError: (error) => reject(toUploadError(error)),
    });
    signal.addEventListener('abort', () => {
      void upload.abort().catch(() => undefined);
      reject(cancelledError());
    });
    upload.start();
  });
  return countAsWork(sending);
}
