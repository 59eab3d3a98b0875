import type { FastifyInstance, FastifyReply } from 'fastify';
import { hourMs } from '#contract/durations';
import * as calls from '#contract/privacy/calls';
import { administrator, ownBatchOf, self } from '../../accounts/policy.ts';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { csvHeaders } from '../../platform/csv-stream.ts';
import { sendZip } from './record-slot.ts';
import { recordEntries } from './record-entries.ts';
import { writeZip } from '../../platform/write-zip.ts';
import type { Readable } from 'node:stream';
import { listAudit } from '#contract/privacy/audit-calls';
import { asAttachment } from '../../platform/files/file-name.ts';
import { openFilesExport } from './export-files.ts';
import { openAuditExport, openStudentExport } from './open-export.ts';
import { readAuditLog } from './read-audit-log.ts';

/** A batch's files may be many gigabytes. */
const longestFilesMs = 6 * hourMs;

export function registerDataExportRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);

  on(
    calls.readRecord,
    self,
    ({ resource, request, reply }) => {
      const zip = {
        limiter: context.recordLimiter,
        disposition: 'attachment; filename="my-record.zip"',
        account: resource.accountId,
        request,
        reply,
      };
      return sendZip(zip, undefined, (onFailure) => writeZip(recordEntries(context, resource), onFailure));
    },
    { takesLong: true },
  );
}

function sendCsv(reply: FastifyReply, name: string, body: Readable) {
  reply.headers(csvHeaders(name));
  return body;
}

export function registerExportRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const ofStudents = [
    [calls.exportGrades, 'grades'],
    [calls.exportRoster, 'roster'],
    [calls.exportSubmissions, 'submissions'],
  ] as const;
  for (const [call, what] of ofStudents)
    on(
      call,
      administrator,
      async ({ resource: { accountId }, query, reply }) => {
        const wanted = { what, batch: query.batch || null };
        const { batch, body } = await openStudentExport(context, { actorId: accountId }, wanted);
        return sendCsv(reply, batch === null ? what : `${what} ${batch}`, body);
      },
      { takesLong: true },
    );

  on(
    calls.exportFiles,
    ownBatchOf,
    ({ resource: { batch, viewer }, query: { task, versions }, request, reply }) => {
      const { accountId: account } = viewer;
      const name = `${batch.name} ${task} files.zip`;
      const limiter = context.filesLimiter;
      const disposition = asAttachment(name);
      const zip = { limiter, disposition, account, request, reply, withinMs: longestFilesMs };
      const what = { own: 'Another ZIP of yours is', many: 'Too many ZIPs are' };
      return sendZip(zip, what, (onFailure) =>
        openFilesExport(context, account, { batch, task, versions }, onFailure),
      );
    },
    { takesLong: true },
  );

  on(
    calls.exportAudit,
    administrator,
    async ({ resource: { accountId }, query, reply }) => {
      const { body } = await openAuditExport(context, { actorId: accountId }, query);
      return sendCsv(reply, 'audit log', body);
    },
    { takesLong: true },
  );

  on(listAudit, administrator, ({ query }) => readAuditLog(context, query));
}
