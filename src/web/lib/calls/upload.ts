import type { AnswerOf } from './client.ts';
import type { EndpointName } from '#contract/wire/endpoints';
import type { PathParameters } from '#contract/fill-path';
import { accountHeader } from '#contract/limits';
import { paths } from '#contract/paths';
import { callAddress } from './call-address.ts';
import { CallError, offlineError, toCallError } from './call-error.ts';
import { countAsWork } from '../forms/unfinished.ts';
import { mayRepeat } from '../session/reauth-prompt.ts';

type UploadName = Extract<
  EndpointName,
  | 'uploadWeek'
  | 'uploadProject'
  | 'uploadViva'
  | 'attachFile'
  | 'uploadImport'
  | 'importCatalogue'
  | 'putCatalogueFile'
  | 'putLogo'
  | 'putBackground'
>;

type UploadOptions<N extends UploadName> = {
  params: PathParameters<(typeof paths)[N]['path']>;
  /** Text fields, sent before the file. */
  fields: Readonly<Record<string, string>>;
  file: File | null;
  /** Of the file. */
  field?: 'files' | 'file';
  /** A retry with the same key never creates a second version. */
  idempotencyKey?: string | undefined;
  /** As in `call`. */
  account?: string | undefined;
  /** Fraction sent, 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** Rejects the promise with the code `cancelled`. */
  signal?: AbortSignal;
};

export const cancelledError = () =>
  new CallError(0, 'cancelled', 'The upload was cancelled. Nothing was submitted.');
/** The caller then sends the file with the form. */
export const notResumable = () =>
  new CallError(0, 'not_resumable', 'The file could not be uploaded in parts.');

export function uploadIdOf(address: string): string {
  return address.split('/').at(-1) as string;
}

/** If it fails, the upload expires within a day. */
export function dropResumable(address: string): void {
  const { method } = paths.cancelUpload;
  void fetch(address, { method, headers: { 'Tus-Resumable': '1.0.0' }, keepalive: true }).catch(
    () => undefined,
  );
}

/** Service workers have only fetch. */
async function uploadByFetch<N extends UploadName>(
  method: string,
  address: string,
  {
    headers,
    body,
    signal,
  }: { headers: Record<string, string>; body: FormData; signal?: AbortSignal | undefined },
): Promise<AnswerOf<N>> {
  let response: Response;
  try {
    response = await fetch(address, { method, headers, body, ...(signal && { signal }) });
  } catch {
    throw signal?.aborted ? cancelledError() : offlineError();
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as AnswerOf<N>;
  throw toCallError(response.status, answer, response.headers.get('Retry-After'));
}

/**
 * Sends a multipart form by XMLHttpRequest where possible: fetch has no upload progress.
 * @throws CallError as `call` does; `cancelled` when the signal aborted
 */
export function upload<N extends UploadName>(name: N, options: UploadOptions<N>): Promise<AnswerOf<N>> {
  const { method, path } = paths[name];
  const form = new FormData();
  for (const [key, value] of Object.entries(options.fields)) form.append(key, value);
  if (options.file !== null) form.append(options.field ?? 'files', options.file, options.file.name);
  const address = callAddress(path, options.params);
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey;
  if (options.account !== undefined) headers[accountHeader] = encodeURIComponent(options.account);
  if (typeof XMLHttpRequest === 'undefined')
    return uploadByFetch<N>(method, address, { headers, body: form, signal: options.signal });

  const sending = new Promise<AnswerOf<N>>((resolve, reject) => {
    const cancelled = () => reject(cancelledError());
    if (options.signal?.aborted) return cancelled();
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) options.onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as AnswerOf<N>);
      else reject(toCallError(request.status, request.response, request.getResponseHeader('Retry-After')));
    });
    request.addEventListener('error', () => reject(offlineError()));
    request.addEventListener('timeout', () => reject(offlineError()));
    request.addEventListener('abort', cancelled);
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
  return countAsWork(sending);
}

/** For a user action outside the outbox: repeated after the dialog, as a call is. */
export async function uploadByUser<N extends UploadName>(
  name: N,
  options: UploadOptions<N>,
): Promise<AnswerOf<N>> {
  try {
    return await upload(name, options);
  } catch (failure) {
    if (await mayRepeat(failure)) return uploadByUser(name, options);
    throw failure;
  }
}
