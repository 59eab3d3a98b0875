import type { Readable } from 'node:stream';
import { normalizeEmail } from '#contract/limits';
import { personToErase } from '../../accounts/account-data.ts';
import { studentByEmail } from '../../accounts/queries.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { writeZip } from '../../platform/write-zip.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { personEntries } from './person-entries.ts';

/** `actorId` is null for the operator's command. */
type Asked = { accountId: number; actorId: number | null };

export const unknownStudent = () => httpErrors.notFound('There is no student with this email.');

async function recordExport(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, actorId }: Asked,
): Promise<void> {
  const { email } = await personToErase(database.reader, accountId);
  const act = { at: clock.now(), actorId, act: 'export-person', subject: email, aboutId: accountId } as const;
  await database.transaction((writer) => recordAuditEvent(writer, act));
}

/**
 * Streams everything about a student as a ZIP; audited before the first byte.
 * @param onFailure gets the error of an interrupted export
 */
export async function openPersonExport(
  context: AppContext,
  asked: Asked,
  onFailure: (error: unknown) => void,
): Promise<Readable> {
  await recordExport(context, asked);
  return writeZip(personEntries(context, asked.accountId), onFailure);
}

/** @throws 404 without such a student */
export async function openExportOf(context: AppContext, address: string): Promise<Readable> {
  const email = normalizeEmail(address);
  const [student] = await studentByEmail(context.database.reader, { email });
  if (student === undefined) throw unknownStudent();
  // The reader of the stream gets its error.
  const body = await openPersonExport(context, { ...student, actorId: null }, () => {});
  return body;
}
