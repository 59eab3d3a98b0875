import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/forum/attachment-calls';
import { attachmentMark } from '#contract/forum/attachment-marks';
import type { ViewerRule } from '../../accounts/sessions/viewer.ts';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { type DiscussionAccess, attachmentReader } from '../policy.ts';
import { attachFile } from './attach-file.ts';
import { makeContentThread } from './content-thread.ts';
import { presentAttachment } from './attachments-of-posts.ts';
import { sendAttachment } from './send-attachment.ts';

/** @param authorize of the discussion that the file belongs to */
export function registerAttachmentRoutes(
  server: FastifyInstance,
  context: AppContext,
  authorize: ViewerRule<DiscussionAccess>,
): void {
  const thread = makeContentThread();
  server.addHook('onClose', () => thread.close());

  // In its own scope: the multipart plugin's hooks run for every request there.
  void server.register(async (uploads) => {
    await uploads.register(multipart);
    registerEndpoint(uploads, context, calls.attachFile, {
      authorize,
      async handle({ resource: access, request }) {
        const attachment = presentAttachment(await attachFile(context, thread, access, request));
        return { status: 201, body: { ...attachment, mark: attachmentMark(attachment) } };
      },
    });
  });

  registerEndpoint(server, context, calls.readAttachment, {
    authorize: attachmentReader,
    handle: ({ resource, request, reply }) => sendAttachment(context, resource, request, reply),
  });
}
