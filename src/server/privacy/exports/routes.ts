import type { FastifyInstance, FastifyReply } from 'fastify';
import * as calls from '#contract/privacy/calls';
import { administrator, self } from '../../accounts/policy.ts';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { acquireRecordSlot, holdWhileRead } from './record-slot.ts';
import { recordEntries } from './record-entries.ts';
import { writeZip } from '../../platform/write-zip.ts';
import type { Readable } from 'node:stream';
import { listAudit } from '#contract/privacy/audit-calls';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { asAttachment } from '../../platform/files/file-name.ts';
import { openAuditExport, openStudentExport, type StudentExport } from './open-export.ts';
import { readAuditLog } from './read-audit-log.ts';

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
        request.log.error({ err: error }, 'a record failed'),
      ).catch((error: unknown) => {
        release();
        throw error;
      });
      holdWhileRead(body, release);
      return { status: 200, body };
    },
  });
}

function sendCsv(reply: FastifyReply, name: string, body: Readable) {
  reply.headers({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': asAttachment(`${name}.csv`),
    'Cache-Control': 'private, no-store',
  });
  return { status: 200, body } as const;
}

type Asked = { resource: Viewer; query: { batch?: string | undefined }; reply: FastifyReply };

export function registerExportRoutes(server: FastifyInstance, context: AppContext): void {
  const ofStudents = (what: StudentExport) => ({
    authorize: administrator,
    takesLong: true as const,
    async handle({ resource: { accountId }, query, reply }: Asked) {
      const wanted = { what, batch: query.batch || null };
      const { batch, body } = await openStudentExport(context, { actorId: accountId }, wanted);
      return sendCsv(reply, batch === null ? what : `${what} ${batch}`, body);
    },
  });
  registerEndpoint(server, context, calls.exportGrades, ofStudents('grades'));
  registerEndpoint(server, context, calls.exportRoster, ofStudents('roster'));
  registerEndpoint(server, context, calls.exportSubmissions, ofStudents('submissions'));

  registerEndpoint(server, context, calls.exportAudit, {
    authorize: administrator,
    takesLong: true,
    async handle({ resource: { accountId }, query, reply }) {
      const { body } = await openAuditExport(context, { actorId: accountId }, query);
      return sendCsv(reply, 'audit log', body);
    },
  });

  registerEndpoint(server, context, listAudit, {
    authorize: administrator,
    async handle({ query }) {
      return { status: 200, body: await readAuditLog(context, query) };
    },
  });
}
