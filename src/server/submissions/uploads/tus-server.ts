import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Server, Upload } from '@tus/server';
import { paths } from '#contract/paths';
import type { AppContext } from '../../platform/context.ts';
import { HttpError, httpErrors } from '../../platform/http/http-errors.ts';
import { FileMissing, type PartialFile, type Progress } from '../../platform/files/file-store.ts';
import { makeUploadLocker } from './upload-locker.ts';
import { fileOfRow, uploadById } from './upload-rows.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds a hanging request may continue after a takeover. */
const lockDrainMs = 100;
export const tusVersion = '1.0.0';
export const tusExtensions = 'creation,termination';
const root = paths.beginUpload.path;

/** Headers passed to the library. */
const requestHeaders = [
  'tus-resumable',
  'content-type',
  'content-length',
  'upload-length',
  'upload-offset',
  'upload-metadata',
];
/** Headers passed on, without CORS. */
const responseHeaders = ['tus-resumable', 'location', 'upload-offset', 'upload-length'];

const messages: Record<number, string> = {
  400: 'The upload could not be read. Please try again.',
  409: 'The upload has another offset. Ask for the current offset and continue from there.',
  412: 'Tus-Resumable must be 1.0.0.',
  413: 'More bytes arrived than the upload announced.',
};

export type TusAnswer = { headers: Record<string, string> };

export type TusServer = {
  /** @throws HttpError for refusals */
  take(request: IncomingMessage, id: string): Promise<TusAnswer>;
};

function refusal(status: number): HttpError {
  // Protocol parts we lack: the client's error.
  if (status === 501) return httpErrors.badRequest(messages[400] as string);
  // Also broken connections; the client asks for the offset.
  if (status >= 500) return httpErrors.busy('The upload was interrupted. Please try again.', 2);
  if (status === 410) return httpErrors.notFound('There is no such upload.');
  const codes: Record<number, HttpError> = {
    409: httpErrors.conflict(messages[409] as string),
    413: httpErrors.tooLarge(messages[413] as string),
  };
  return codes[status] ?? new HttpError(status, 'bad_request', messages[status] ?? (messages[400] as string));
}

async function makeLibrary(context: AppContext, failures: WeakMap<Request, unknown>): Promise<Server> {
  const { settings, database, files, clock } = context;
  // Imported on first use, to save memory.
  const { Server: TusLibrary, Upload: TusUpload, DataStore, ERRORS } = await import('@tus/server');
  const locker = makeUploadLocker(context);

  /** @throws what the library answers with 404 or 410 */
  async function find(id: string): Promise<PartialFile> {
    const [row] = await uploadById(database.reader, { id, now: clock.now() });
    if (row === undefined) throw ERRORS.FILE_NOT_FOUND;
    const file = await files.partial.locate(fileOfRow(row));
    if (file === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return file;
  }

  // Rows come before the library's upload and go after it.
  class UploadStore extends DataStore {
    override async create(upload: Upload) {
      await files.partial.create(upload.id);
      return upload;
    }

    override async getUpload(id: string) {
      const { bytes, arrived } = await find(id);
      return new TusUpload({ id, offset: arrived, size: bytes });
    }

    // The library checked the offset, under the lock.
    override async write(source: Readable, id: string) {
      const save = (progress: Progress) => locker.save(id, progress);
      return files.partial.append(await find(id), source, save).catch((error: unknown) => {
        // Final; 503 would be retried forever.
        throw error instanceof FileMissing ? ERRORS.FILE_NO_LONGER_EXISTS : error;
      });
    }
  }
  return new TusLibrary({
    path: root,
    relativeLocation: true,
    datastore: new UploadStore(),
    maxSize: settings.maxUploadBytes,
    locker: ({ method }) => ({ newLock: method === 'HEAD' ? locker.toRead : locker.toWrite }),
    lockDrainTimeout: lockDrainMs,
    namingFunction: (request) => new URL(request.url).searchParams.get('id') as string,
    // A displaced request asks for the offset again.
    onResponseError: (request, error) =>
      void failures.set(request, error === ERRORS.ABORTED ? refusal(409) : error),
  });
}

export function makeTusServer(context: AppContext): TusServer {
  let library: Promise<Server> | undefined;
  /** The library answers with a status only. */
  const failures = new WeakMap<Request, unknown>();
  return {
    async take(request, id) {
      library ??= makeLibrary(context, failures);
      library.catch(() => (library = undefined));
      const { method = '' } = request;
      const headers = new Headers();
      for (const name of requestHeaders) {
        const value = request.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      const address = method === 'POST' ? `${root}?id=${id}` : `${root}/${id}`;
      const hasBody = method === 'POST' || method === 'PATCH';
      const asked = new Request(`http://localhost${address}`, {
        method,
        headers,
        ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
      });
      const response = await (await library).handleWeb(asked);
      if (!response.ok) {
        // A disconnected client is no server error.
        if (request.errored) throw refusal(400);
        const failure = failures.get(asked);
        throw failure instanceof HttpError ? failure : refusal(response.status);
      }
      const copied = responseHeaders.map((name) => [name, response.headers.get(name)] as const);
      return {
        headers: Object.fromEntries(
          copied.filter((header): header is [string, string] => header[1] !== null),
        ),
      };
    },
  };
}

/** As in tus 1.0. */
export const uploadType = 'application/offset+octet-stream';

/** @throws 412 for another version */
export function checkProtocol({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['tus-resumable'] === tusVersion) return;
  reply.header('Tus-Version', tusVersion);
  throw new HttpError(412, 'wrong_version', `Tus-Resumable must be ${tusVersion}.`);
}
