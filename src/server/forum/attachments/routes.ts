import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { readAttachment } from '#contract/forum/attachment-calls';
import { isPicture } from '#contract/forum/attachment-view';
import { read, registerDeclared } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import type { ForumState } from '../forum-state.ts';
import { attachmentReader, type ReadableAttachment } from '../policy.ts';
import { attachCall } from './attach-file.ts';
import { makeContentThread } from './content-thread.ts';
import { FileDamaged } from '../../platform/files/file-store.ts';
import { reportLostFile } from '../../platform/files/report-lost-file.ts';
import { asAttachment } from '../../platform/files/file-name.ts';
import { isFromSeeAs } from '../../platform/http/csrf.ts';
import { HttpError } from '../../platform/http/http-errors.ts';

/** In case a browser opens the file directly. */
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** If-None-Match, RFC 9110 section 13.1.2. */
function isKnown(header: string | undefined, tag: string): boolean {
  return header !== undefined && header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/**
 * Pictures inline, texts as downloads; revalidated each time, for the access rule.
 * @throws 500 `file_unavailable` when the bytes are lost
 */
async function sendAttachment(
  context: Pick<AppContext, 'files' | 'log' | 'alarms'>,
  { code, name, bytes, type, sha256 }: ReadableAttachment,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ status: 200; body: Readable } | { status: 304 }> {
  const tag = `"${sha256}"`;
  const disposition = asAttachment(name);
  reply.headers({
    'Content-Security-Policy': policy,
    'Cache-Control': isFromSeeAs(request.headers) ? 'private, no-store' : 'private, no-cache',
    ETag: tag,
  });
  if (isKnown(request.headers['if-none-match'], tag)) return { status: 304 };
  let body: Readable;
  try {
    body = await context.files.read(sha256, bytes);
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    const words = 'the bytes of an attachment are lost';
    reportLostFile(context, { sha256 }, { words, error, attachment: code });
    throw new HttpError(500, 'file_unavailable', 'This attachment cannot be read. Please tell the academy.');
  }
  reply.headers({
    'Content-Type': isPicture({ type }) ? type : 'text/plain; charset=utf-8',
    'Content-Length': bytes,
    'Content-Disposition': isPicture({ type }) ? disposition.replace(/^attachment/, 'inline') : disposition,
  });
  return { status: 200, body };
}

const readCall = read(readAttachment, {
  who: attachmentReader,
  run: ({ context, resource, request, reply }) => sendAttachment(context, resource, request, reply),
});

export function registerAttachmentRoutes(
  server: FastifyInstance,
  context: AppContext,
  { tracked }: ForumState,
): void {
  const thread = makeContentThread();
  server.addHook('onClose', () => thread.close());
  // The plugin's hooks run for every request of a scope.
  void server.register(async (uploads) => {
    await uploads.register(multipart);
    registerDeclared(uploads, context, [attachCall(thread, tracked)]);
  });
  registerDeclared(server, context, [readCall]);
}
