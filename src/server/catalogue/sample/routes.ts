import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/catalogue/calls';
import { administrator } from '../../accounts/policy.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { findSample } from './find-sample.ts';
import { removeSample } from './remove-sample.ts';
import { readSampleNames } from './sample-files.ts';

export function registerSampleRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, calls.readSample, {
    authorize: administrator,
    async handle() {
      const found = await findSample(context.database.reader, await readSampleNames());
      const nameOf = ({ name }: { name: string }) => name;
      return {
        status: 200,
        body: {
          is_there: found !== null,
          courses: found?.courses.map(nameOf) ?? [],
          batches: found?.batches.map(nameOf) ?? [],
          projects: found?.projects.map(({ id, name }) => ({ id, name })) ?? [],
          in_the_way: found?.inTheWay ?? [],
        },
      };
    },
  });

  registerEndpoint(server, context, calls.removeSample, {
    authorize: administrator,
    async handle({ resource: viewer, idempotencyKey }) {
      await removeSample(context, viewer.accountId, idempotencyKey);
      return { status: 200, body: { message: serverMessages.sampleRemoved } };
    },
  });
}
