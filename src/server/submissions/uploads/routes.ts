import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as calls from '#contract/submissions/upload-calls';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { anyone } from '../../accounts/policy.ts';
import { read, registerDeclared } from '../../accounts/sessions/act.ts';
import { ownUpload, student } from '../policy.ts';
import { acquireUploadSlot } from '../../platform/http/limits/upload-slot.ts';
import { beginUpload } from './begin-upload.ts';
import {
  checkProtocol,
  uploadType,
  makeTusServer,
  tusExtensions,
  tusVersion,
  type TusAnswer,
} from './tus-server.ts';
import { startSweeping, dropUpload } from './upload-rows.ts';

/** tus 1.0: creation, termination. */
export function registerUploadRoutes(server: FastifyInstance, context: AppContext): void {
  const tus = makeTusServer(context);
  server.addContentTypeParser(uploadType, (_request, _body, done) => done(null));
  let sweeping: { stop(): Promise<void> } | undefined;
  server.addHook('onListen', async () => void (sweeping = startSweeping(context)));
  server.addHook('onClose', async () => sweeping?.stop());
  // The protocol requires it.
  server.addHook('onRequest', async (_request, reply) => void reply.header('Tus-Resumable', tusVersion));

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    handle: () => Promise<TusAnswer>,
  ): Promise<void> {
    checkProtocol(request, reply);
    reply.headers((await handle()).headers);
  }

  /** Arriving bytes take an upload slot. */
  async function receive(
    request: FastifyRequest,
    reply: FastifyReply,
    { account, handle }: { account: number; handle: () => Promise<TusAnswer> },
  ): Promise<void> {
    checkProtocol(request, reply);
    const evicted = Promise.withResolvers<never>();
    const release = await acquireUploadSlot(context, request, { account, evict: evicted.reject });
    // Arrived bytes are saved when the connection closes.
    const handled = handle();
    handled.catch(() => {});
    try {
      reply.headers((await Promise.race([handled, evicted.promise])).headers);
    } finally {
      release();
    }
  }

  registerDeclared(server, context, [
    read(calls.readUploadProtocol, {
      who: anyone,
      async run({ reply }) {
        reply.headers({
          'Tus-Version': tusVersion,
          'Tus-Extension': tusExtensions,
          'Tus-Max-Size': String(context.settings.maxUploadBytes),
        });
      },
    }),

    read(calls.beginUpload, {
      who: student,
      takesLong: true,
      async run({ resource: { accountId: account }, request, reply }) {
        const handle = () => beginUpload(context, tus, account, request);
        await receive(request, reply, { account, handle });
      },
    }),

    read(calls.readUpload, {
      who: ownUpload,
      run: ({ resource, request, reply }) => answer(request, reply, () => tus.take(request.raw, resource.id)),
    }),

    read(calls.continueUpload, {
      who: ownUpload,
      takesLong: true,
      async run({ resource, request, reply }) {
        const handle = async () => {
          if (request.headers['content-type'] === uploadType) return tus.take(request.raw, resource.id);
          throw httpErrors.unsupportedType(`The bytes of an upload must be sent as ${uploadType}.`);
        };
        await receive(request, reply, { account: resource.account_id, handle });
      },
    }),

    read(calls.cancelUpload, {
      who: ownUpload,
      run: ({ resource, request, reply }) =>
        answer(request, reply, async () => {
          await dropUpload(context, resource.id);
          return { headers: {} };
        }),
    }),
  ]);
}
