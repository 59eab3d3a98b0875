import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { anonymisation } from './anonymisation/anonymise-person.ts';
import { exportPerson } from './anonymisation/open-person-export.ts';
import { type ListBackups, personDataRead } from './anonymisation/read-person-data.ts';
import { exportFiles } from './exports/export-files.ts';
import { holdCalls } from './retention/holds.ts';
import { retentionRuleCalls } from './retention/retention-rule.ts';
import { csvExports } from './exports/open-export.ts';
import { auditRead } from './exports/read-audit-log.ts';
import { readRecord } from './exports/read-record.ts';

export function registerPrivacyRoutes(
  server: FastifyInstance,
  context: AppContext,
  listBackups: ListBackups,
): void {
  registerDeclared(server, context, [
    readRecord,
    ...csvExports,
    exportFiles,
    auditRead,
    personDataRead(listBackups),
    exportPerson,
    anonymisation(listBackups),
    ...retentionRuleCalls,
    ...holdCalls,
  ]);
}
