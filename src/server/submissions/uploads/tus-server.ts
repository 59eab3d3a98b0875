import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Server, Upload } from '@tus/server';
import { paths } from '#contract/paths';
import type { AppContext } from '../../platform/context.ts';
import { HttpError, httpErrors } from '../../platform/http/http-errors.ts';
import { FileMissing, type PartialFile, type Progress } from '../../platform/files/file-store.ts';
import { makeUploadLocker } from './upload-locker.ts';
import { fileOfRow, uploadById } from './upload-rows.ts';

/** How long a request that hangs may go on when another one takes its upload up again, in milliseconds. */
const lockDrainMs = 100;
export const tusVersion = '1.0.0';
/** The protocol's extensions that are supported. */
export const tusExtensions = 'creation,termination';
const root = paths.beginUpload.path;

/** The request headers of the protocol: no others reach the library. */
const requestHeaders = [
  'tus-resumable',
  'content-type',
  'content-length',
  'upload-length',
  'upload-offset',
  'upload-metadata',
];
/** The response headers that are passed on: those for other origins are not. */
const responseHeaders = ['tus-resumable', 'location', 'upload-offset', 'upload-length'];

const messages: Record<number, string> = {
  400: 'The upload could not be read. Please try again.',
  409: 'The upload stands at another offset. Please ask where it stands and go on from there.',
  412: 'Tus-Resumable must be 1.0.0.',
  413: 'More bytes arrived than the upload announced.',
};

export type TusAnswer = { headers: Record<string, string> };

export type TusServer = {
  /**
   * Lets the protocol's library take one request about an upload that may be worked on.
   * @throws HttpError for its refusals
   */
  take(request: IncomingMessage, id: string): Promise<TusAnswer>;
};

function refusal(status: number): HttpError {
  // What the portal does not offer of the protocol is the client's mistake.
  if (status === 501) return httpErrors.badRequest(messages[400] as string);
  // The library calls any line that breaks a failure of its own: asking again shows where the upload stands.
  if (status >= 500) return httpErrors.busy('The upload could not go on just now. Please try again.', 2);
  if (status === 410) return httpErrors.notFound('There is no such upload.');
  const codes: Record<number, HttpError> = {
    409: httpErrors.conflict(messages[409] as string),
    413: httpErrors.tooLarge(messages[413] as string),
  };
  return codes[status] ?? new HttpError(status, 'bad_request', messages[status] ?? (messages[400] as string));
}

/** The protocol over rows and the store of files: one truth, whichever process is asked. */
async function makeLibrary(context: AppContext, failures: WeakMap<Request, unknown>): Promise<Server> {
  const { settings, database, files, clock } = context;
  // Only those pay for the library who use it.
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

  // Rows are written before the library hears of an upload, and removed after it.
  class UploadStore extends DataStore {
    override async create(upload: Upload) {
      await files.partial.create(upload.id);
      return upload;
    }

    override async getUpload(id: string) {
      const { bytes, arrived } = await find(id);
      return new TusUpload({ id, offset: arrived, size: bytes });
    }

    // The library has compared the offset, under the lock.
    override async write(source: Readable, id: string) {
      const save = (progress: Progress) => locker.save(id, progress);
      return files.partial.append(await find(id), source, save).catch((error: unknown) => {
        // To be told: who heard that the store is away would try again for ever.
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
    // Who gives way to a newer request asks where the upload stands, as after any other offset.
    onResponseError: (request, error) =>
      void failures.set(request, error === ERRORS.ABORTED ? refusal(409) : error),
  });
}

export function makeTusServer(context: AppContext): TusServer {
  let library: Promise<Server> | undefined;
  /** What the library was told by whom it calls, and answers with a status alone. */
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
        // A connection that its client closed is no error of the server.
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
