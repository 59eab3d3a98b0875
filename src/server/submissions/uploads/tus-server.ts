import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Server } from '@tus/server';
import { paths } from '#contract/paths';
import type { AppContext } from '../../platform/context.ts';
import { HttpError, httpErrors } from '../../platform/http/http-errors.ts';
import { uploadById, uploadFolder } from './upload-rows.ts';

/**
 * How long a request that hangs may go on when another one takes its upload up again, in milliseconds: the other one
 * waits for it, and the library asks for the lock in a busy loop meanwhile.
 */
const lockDrainMs = 250;
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
  // The library calls any line that breaks a failure of its own: asking again shows where the upload stands.
  if (status >= 500) return httpErrors.busy('The upload could not go on just now. Please try again.', 2);
  if (status === 410) return httpErrors.notFound('There is no such upload.');
  const codes: Record<number, HttpError> = {
    409: httpErrors.conflict(messages[409] as string),
    413: httpErrors.tooLarge(messages[413] as string),
  };
  return codes[status] ?? new HttpError(status, 'bad_request', messages[status] ?? (messages[400] as string));
}

/** Files in `DATA_DIR/uploads`, what is known of them in the database: one truth, whichever process is asked. */
async function makeLibrary({ settings, database, clock }: AppContext): Promise<Server> {
  // Only those pay for the library who use it.
  const [{ Server: TusLibrary, Upload }, { FileStore }] = await Promise.all([
    import('@tus/server'),
    import('@tus/file-store'),
  ]);
  const directory = uploadFolder(settings);
  await mkdir(directory, { recursive: true });
  const configstore = {
    async get(id: string) {
      const [row] = await uploadById(database.reader, { id, now: clock.now() });
      return row && new Upload({ id, offset: 0, size: row.bytes });
    },
    // Rows are written before the library hears of an upload, and removed after it.
    async set() {},
    async delete() {},
  };
  return new TusLibrary({
    path: root,
    relativeLocation: true,
    datastore: new FileStore({ directory, configstore }),
    maxSize: settings.maxUploadBytes,
    lockDrainTimeout: lockDrainMs,
    namingFunction: (request) => new URL(request.url).searchParams.get('id') as string,
  });
}

export function makeTusServer(context: AppContext): TusServer {
  let library: Promise<Server> | undefined;
  return {
    async take(request, id) {
      library ??= makeLibrary(context);
      library.catch(() => (library = undefined));
      const { method = '' } = request;
      const headers = new Headers();
      for (const name of requestHeaders) {
        const value = request.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      const address = method === 'POST' ? `${root}?id=${id}` : `${root}/${id}`;
      const hasBody = method === 'POST' || method === 'PATCH';
      const response = await (
        await library
      ).handleWeb(
        new Request(`http://localhost${address}`, {
          method,
          headers,
          ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
        }),
      );
      // A connection that its client closed is no error of the server.
      if (!response.ok) throw refusal(request.errored ? 400 : response.status);
      const copied = responseHeaders.map((name) => [name, response.headers.get(name)] as const);
      return {
        headers: Object.fromEntries(
          copied.filter((header): header is [string, string] => header[1] !== null),
        ),
      };
    },
  };
}
