import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/records';
import { self } from '../accounts/policy.ts';
import type { AppContext } from '../platform/context.ts';
import { mount } from '../platform/http/registrar.ts';
import { recordEntries } from './record-entries.ts';
import { writeZip } from './write-zip.ts';

export function mountRecords(server: FastifyInstance, context: AppContext): void {
  mount(server, context, calls.readRecord, {
    access: self,
    async handle({ subject, request, reply }) {
      reply.headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="my-record.zip"',
        'Cache-Control': 'private, no-store',
      });
      const entries = recordEntries(context, subject);
      const body = writeZip(entries, (error) => request.log.error({ err: error }, 'a record broke off'));
      return { status: 200, body };
    },
  });
}
