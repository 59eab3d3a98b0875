import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/marking/phrase-calls';
import { staff } from '../accounts/policy.ts';
import { registerEndpoint } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import { addPhrase, changePhrase, deletePhrase, listPhrases } from './phrases.ts';

export function registerPhraseRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, calls.listPhrases, {
    authorize: staff,
    async handle({ resource }) {
      return { status: 200, body: await listPhrases(context, resource) };
    },
  });

  registerEndpoint(server, context, calls.addPhrase, {
    authorize: staff,
    async handle({ resource, body, idempotencyKey }) {
      return { status: 201, body: await addPhrase(context, resource, body, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, calls.changePhrase, {
    authorize: staff,
    async handle({ resource, params, body, idempotencyKey }) {
      return {
        status: 200,
        body: await changePhrase(context, resource, params.phrase, body, idempotencyKey),
      };
    },
  });

  registerEndpoint(server, context, calls.deletePhrase, {
    authorize: staff,
    async handle({ resource, params, idempotencyKey }) {
      await deletePhrase(context, resource, params.phrase, idempotencyKey);
      return { status: 204 };
    },
  });
}
