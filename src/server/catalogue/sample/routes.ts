import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/catalogue/calls';
import { administrator } from '../../accounts/policy.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { findSample } from './find-sample.ts';
import { removeSample } from './remove-sample.ts';
import { readSampleNames } from './sample-files.ts';

export function registerSampleRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);

  on(calls.readSample, administrator, async () => {
    const found = await findSample(context.database.reader, await readSampleNames());
    const nameOf = ({ name }: { name: string }) => name;
    return {
      is_there: found !== null,
      courses: found?.courses.map(nameOf) ?? [],
      batches: found?.batches.map(nameOf) ?? [],
      projects: found?.projects.map(({ id, name }) => ({ id, name })) ?? [],
      in_the_way: found?.inTheWay ?? [],
    };
  });

  on(calls.removeSample, administrator, async ({ resource: viewer, idempotencyKey }) => {
    await removeSample(context, viewer.accountId, idempotencyKey);
    return { message: serverMessages.sampleRemoved };
  });
}
