import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import type { TestApp } from './test-app.ts';

/** An upload over a real connection whose bytes a test sends when it likes. */
export type OpenUpload = {
  /** Sends bytes; resolves when the connection took them, false once it is gone. */
  write(bytes: string | Buffer): Promise<boolean>;
  end(bytes?: string): void;
  /** Goes away without a word. */
  abort(): void;
  answer: Promise<{ status: number; body: any; headers: IncomingMessage['headers'] }>;
  /** Resolves when the server has ended the connection. */
  closed: Promise<void>;
};

const boundary = 'capstone-open-upload';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** The head of a form's part; without a file name a text field. */
export function partHead(name: string, fileName?: string): string {
  const named = fileName === undefined ? '' : `; filename="${fileName}"`;
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${named}\r\n\r\n`;
}

export const textPart = (name: string, value: string): string => `${partHead(name)}${value}\r\n`;
export const formEnd = `\r\n--${boundary}--\r\n`;

/** Listens on a free port of loopback until the test ends. */
export async function listen({ app }: TestApp): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** The cookie of a new session. */
export async function cookieOf({ context, clock }: TestApp, account: { id: number }): Promise<string> {
  const { database, settings } = context;
  const token = await database.transaction((writer) => beginSession(writer, account.id, clock.now()));
  return `${sessionCookieName(settings)}=${token}`;
}

export async function openUpload(
  test: TestApp & { port: number },
  account: { id: number },
  path: string,
  headers: Record<string, string> = {},
): Promise<OpenUpload> {
  const sent: ClientRequest = request({
    port: test.port,
    host: '127.0.0.1',
    method: 'POST',
    path,
    headers: {
      'content-type': formType,
      cookie: await cookieOf(test, account),
      ...headers,
    },
  });
  const closed = new Promise<void>((resolve) => sent.once('close', resolve));
  const answer = new Promise<IncomingMessage>((resolve, reject) =>
    sent.once('response', resolve).once('error', reject),
  ).then(async (response) => ({
    status: response.statusCode ?? 0,
    body: await json(response),
    headers: response.headers,
  }));
  answer.catch(() => {});
  sent.on('error', () => {});
  onTestFinished(() => void sent.destroy());
  return {
    answer,
    closed,
    write: (bytes) =>
      new Promise((resolve) => {
        if (sent.destroyed) return resolve(false);
        const gone = (): void => resolve(false);
        sent.once('close', gone);
        sent.write(bytes, (error) => {
          sent.off('close', gone);
          resolve(error == null);
        });
      }),
    end: (bytes) => void sent.end(bytes),
    abort: () => void sent.destroy(),
  };
}
