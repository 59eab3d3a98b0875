import type { Readable } from 'node:stream';
import { normalizeEmail } from '#contract/limits';
import { personToErase } from '../../accounts/account-data.ts';
import { studentByEmail } from '../../accounts/queries.ts';
import { recordAct } from '../../audit/record-act.ts';
import { writeZip } from '../../platform/write-zip.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { personEntries } from './person-entries.ts';

/** Whose data, and who takes them: null for the operator's command. */
type Asked = { accountId: number; actorId: number | null };

export const unknownStudent = () => httpErrors.notFound('There is no student with this email.');

/** Writes down that everything about a person leaves the portal. */
async function recordExport(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, actorId }: Asked,
): Promise<void> {
  const { email } = await personToErase(database.reader, accountId);
  const act = { at: clock.now(), actorId, act: 'export-person', subject: email, aboutId: accountId } as const;
  await database.transaction((writer) => recordAct(writer, { ...act, before: null, after: null }));
}

/**
 * Everything about a student as a ZIP, which is packed while it is read; its line is in the audit log before the first byte.
 * @param onFailure gets the error that broke it off
 */
export async function openPersonExport(
  context: AppContext,
  asked: Asked,
  onFailure: (error: unknown) => void,
): Promise<Readable> {
  await recordExport(context, asked);
  return writeZip(personEntries(context, asked.accountId), onFailure);
}

/** The same as the operator's command. @throws a 404 error without such a student */
export async function openExportOf(context: AppContext, address: string): Promise<Readable> {
  const email = normalizeEmail(address);
  const [student] = await studentByEmail(context.database.reader, { email });
  if (student === undefined) throw unknownStudent();
  // Whoever reads the archive gets its failure from it.
  const body = await openPersonExport(context, { ...student, actorId: null }, () => {});
  return body;
}
