import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/catalogue/face-calls';
import { faceLimits, logoAddress, logoSchemes } from '#contract/catalogue/face';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { checkIdempotencyKey } from '../../platform/database/make-once.ts';
import { editor } from '../policy.ts';
import { receiveFile } from '../receive-file.ts';
import { changeFace, logoNamed, presentFace, setLogo, type Face } from './face.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';

export function registerFaceRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);

  on(calls.readFace, editor, () => presentFace(context.database.reader, context.settings));

  on(calls.changeFace, editor, ({ resource: { accountId }, body, idempotencyKey: key }) =>
    changeFace(context, { accountId, key }, body),
  );

  void server.register(async (scope) => {
    const on = makeRegistrar(scope, context);
    await scope.register(multipart);
    on(calls.putLogo, editor, async ({ resource: { accountId }, request }) => {
      const key = checkIdempotencyKey(request.headers['idempotency-key']);
      const maxBytes = faceLimits.logoBytes;
      const tooLarge = httpErrors.tooLarge(`A logo can have at most ${maxBytes / 1024} KB.`);
      const { body, texts } = await receiveFile(context, request, { accountId, maxBytes, tooLarge });
      const scheme = logoSchemes.find((one) => one === (texts.get('scheme') ?? 'light'));
      if (scheme === undefined) throw httpErrors.badRequest('scheme must be light or dark');
      return setLogo(context, { accountId, key }, scheme, body);
    });
  });

  on(calls.removeLogo, editor, ({ resource: { accountId }, params: { scheme }, idempotencyKey: key }) =>
    setLogo(context, { accountId, key }, scheme, null),
  );
}

/** Opened as a page, a logo runs no script and loads nothing. */
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** For everyone, from memory. */
export function serveLogos(server: FastifyInstance, face: () => Face): void {
  server.get(logoAddress, async (request, reply) => {
    const logo = logoNamed(face(), (request.params as { file: string }).file);
    if (logo === undefined) throw httpErrors.notFound(serverMessages.notFound);
    return reply
      .headers({
        'Content-Security-Policy': logoPolicy,
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      .type(logo.contentType)
      .send(logo.body);
  });
}
