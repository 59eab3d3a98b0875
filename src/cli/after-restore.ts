import { endCalendarsAgain } from '#server/accounts/own-account/ended-calendars';
import { endAllLogins } from '#server/accounts/sessions/end-logins';
import { isAttached } from '#server/forum/attachments/attached-files';
import type { BackupPlace } from '#server/operations/backups/backup-place';
import { readTableOfBackup } from '#server/operations/backups/load-rows';
import { readManifest } from '#server/operations/backups/parts';
import type { RestoreReport } from '#server/operations/backups/restore-backup';
import { counted } from '#server/operations/system-check/check';
import { revokeOpenInvitations } from '#server/people/invitations/invitations';
import type { AppContext } from '#server/platform/context';
import { unopenableMails } from '#server/platform/mail/outbox-admin';
import { anonymisationRecord } from '#server/privacy/anonymisation/anonymisation-records';
import { anonymiseAgain } from '#server/privacy/anonymisation/anonymise-again';
import { isFileInUse } from '#server/submissions/list-submitted-files';
import type { Print } from './failure-lines.ts';

/** Backups made after the restored one: a name begins with its time. */
const newerBackups = async (place: BackupPlace, restored: string): Promise<string[]> =>
  (await place.list()).filter((name) => name > restored);

/** Ends the backup's logins and links, which may have been ended or used after it. @returns a line for the operator */
export async function endOpenLogins({ database, clock }: AppContext): Promise<string> {
  const { sessions, tokens, begun, links, devices, invitations } = await database.transaction(
    async (writer) => ({
      ...(await endAllLogins(writer)),
      invitations: await revokeOpenInvitations(writer, clock.now()),
    }),
  );
  const ended = [
    counted(sessions, 'session'),
    counted(tokens, 'access token'),
    counted(begun, 'unfinished login'),
    counted(links, 'one-time link'),
    counted(devices, 'known device'),
    counted(invitations, 'open invitation'),
  ].join(', ');
  return `Ended: ${ended}. Calendar links, suspensions, passwords and two-step verification are as in the backup.`;
}

/**
 * Anonymises the people whom a restored backup brought back, as recorded in newer backups and beside the database.
 * @param restored the backup's name
 * @returns how many people there were
 */
export async function anonymiseRestoredPeople(
  context: AppContext,
  place: BackupPlace,
  restored: string,
): Promise<number> {
  const rows = [];
  for (const name of await newerBackups(place, restored)) {
    for (const row of await readTableOfBackup(place, name, 'anonymisations'))
      rows.push(anonymisationRecord.parse(row));
  }
  return anonymiseAgain(context, rows);
}

/** Links in waiting mail are sealed with the mail.key or the SECRET_KEY of the former machine. */
export async function reportUnopenable(context: AppContext, print: Print): Promise<void> {
  const count = (await unopenableMails(context)).length;
  if (count === 0) return;
  const { databaseUrl, dataDir } = context.settings;
  const copy =
    databaseUrl === null ? ` Copy mail.key from the former DATA_DIR into ${dataDir}, or set` : ' Set';
  print(
    `The links in ${counted(count, 'waiting email')} cannot be decrypted here.${copy} the former SECRET_KEY, before the portal starts. Otherwise these people need new links.`,
  );
}

/**
 * Ends the calendar links that were removed after the backup: newer backups lack them, also where no record was kept.
 * @returns a line for the operator; null if there were none
 */
export async function endRestoredCalendars(
  context: AppContext,
  place: BackupPlace,
  restored: string,
): Promise<string | null> {
  const secretsOfNewer: Set<string>[] = [];
  for (const name of await newerBackups(place, restored)) {
    const { tables } = await readManifest(place, name);
    if (!tables.some((table) => table.name === 'calendars')) continue;
    const rows = await readTableOfBackup(place, name, 'calendars');
    secretsOfNewer.push(new Set(rows.map(({ secret }) => String(secret))));
  }
  const ended = await endCalendarsAgain(context, secretsOfNewer);
  return ended === 0
    ? null
    : `Ended again, since removed after the backup: ${counted(ended, 'calendar link')}.`;
}

/** Raises an alarm for what is missing. A missing file that no row names was erased before the backup. */
export async function raiseIncomplete(context: AppContext, report: RestoreReport): Promise<void> {
  const { reader } = context.database;
  const missing = [...report.damaged];
  for (const sha256 of report.lacking)
    if ((await isFileInUse(reader, sha256)) || (await isAttached(reader, sha256)))
      missing.push(`the file ${sha256}`);
  const { damage } = report.manifest;
  if (damage !== null) missing.push(`what could not be read of a damaged database (${damage})`);
  await context.alarms.raise('restored-without', missing);
}
