import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import * as calls from '#contract/forum/attachment-calls';
import { attachmentMark } from '#contract/forum/attachment-marks';
import { isPicture } from '#contract/forum/attachment-view';
import type { ViewerRule } from '../../accounts/sessions/viewer.ts';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { type DiscussionAccess, attachmentReader, type ReadableAttachment } from '../policy.ts';
import { attachFile } from './attach-file.ts';
import { makeContentThread } from './content-thread.ts';
import { presentAttachment } from './attachments-of-posts.ts';
import { FileDamaged } from '../../platform/files/file-store.ts';
import { asAttachment } from '../../platform/files/file-name.ts';
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
  { files, log }: Pick<AppContext, 'files' | 'log'>,
  { code, name, bytes, type, sha256 }: ReadableAttachment,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ status: 200; body: Readable } | { status: 304 }> {
  const tag = `"${sha256}"`;
  const disposition = asAttachment(name);
  reply.headers({
    'Content-Security-Policy': policy,
    'Cache-Control': 'private, no-cache',
    ETag: tag,
  });
  if (isKnown(request.headers['if-none-match'], tag)) return { status: 304 };
  let body: Readable;
  try {
    body = await files.read(sha256, bytes);
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    log.error({ err: error, attachment: code }, 'the bytes of an attachment are lost');
    throw new HttpError(500, 'file_unavailable', 'This attachment cannot be read. Please tell the academy.');
  }
  reply.headers({
    'Content-Type': isPicture({ type }) ? type : 'text/plain; charset=utf-8',
    'Content-Length': bytes,
    'Content-Disposition': isPicture({ type }) ? disposition.replace(/^attachment/, 'inline') : disposition,
  });
  return { status: 200, body };
}

/** @param authorize of the file's discussion */
export function registerAttachmentRoutes(
  server: FastifyInstance,
  context: AppContext,
  authorize: ViewerRule<DiscussionAccess>,
): void {
  const on = makeRegistrar(server, context);
  const thread = makeContentThread();
  server.addHook('onClose', () => thread.close());

  // The plugin's hooks run for every request of a scope.
  void server.register(async (uploads) => {
    const on = makeRegistrar(uploads, context);
    await uploads.register(multipart);
    on(calls.attachFile, authorize, async ({ resource: access, request }) => {
      const attachment = presentAttachment(await attachFile(context, thread, access, request));
      return { ...attachment, mark: attachmentMark(attachment) };
    });
  });

  on(calls.readAttachment, attachmentReader, ({ resource, request, reply }) =>
    sendAttachment(context, resource, request, reply),
  );
}
