import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/privacy/export-calls';
import { self } from '../../accounts/policy.ts';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { acquireRecordSlot, holdWhileRead } from './record-slot.ts';
import { recordEntries } from './record-entries.ts';
import { writeZip } from '../../platform/write-zip.ts';

export function registerDataExportRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, calls.readRecord, {
    authorize: self,
    takesLong: true,
    async handle({ resource, request, reply }) {
      const release = await acquireRecordSlot(context, resource.accountId, request);
      reply.headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="my-record.zip"',
        'Cache-Control': 'private, no-store',
      });
      const entries = recordEntries(context, resource);
      const body = await writeZip(entries, (error) =>
        request.log.error({ err: error }, 'a record broke off'),
      ).catch((error: unknown) => {
        release();
        throw error;
      });
      holdWhileRead(body, release);
      return { status: 200, body };
    },
  });
}
