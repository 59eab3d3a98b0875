import { isoInstant } from '#contract/dates';
import type { Person } from '#contract/people/calls';
import { parseFormerEmails, waitingEmail } from '../accounts/own-account/own-account-queries.ts';
import { sessionsOf } from '../accounts/sessions/sessions.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import { batchNamesOfMentors, placeableBatches } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import { presentListedPerson } from './presenter.ts';
import { personById } from './queries.ts';

const instantOrNull = (at: number | null) => (at === null ? null : isoInstant(at));

/** A person as the office sees them. */
export async function readPerson(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { accountId, viewer }: { accountId: number; viewer: Pick<Viewer, 'accountId'> },
): Promise<Person> {
  const { reader } = context.database;
  const [row] = await personById(reader, { accountId });
  if (row === undefined) throw new Error(`account ${accountId} is gone`);
  const { email, role } = row;
  const isWaiting = row.importedEmail !== null && row.confirmedAt === null && role === 'student';
  return {
    ...presentListedPerson(row, await batchNamesOfMentors(reader, role === 'mentor' ? [accountId] : [])),
    course: row.course,
    exit_score: row.exitScore,
    grade: row.grade,
    imported: isWaiting
      ? { batch: row.importedBatch, exit_score: row.importedScore, grade: row.importedGrade }
      : null,
    start_date: instantOrNull(row.startedAt),
    confirmed_at: instantOrNull(row.confirmedAt),
    suspended_at: instantOrNull(row.suspendedAt),
    suspension_reason: row.suspensionReason,
    anonymised_at: instantOrNull(row.anonymisedAt),
    deletion_asked_at: instantOrNull(row.deletionAskedAt),
    former_addresses: parseFormerEmails(row.formerEmails),
    new_address: await waitingEmail(reader, { accountId, email, now: context.clock.now() }),
    sessions: (await sessionsOf(context, { accountId, role })).length,
    has_password: row.hasPassword === 1,
    has_second_factor: row.hasSecondFactor === 1,
    is_own: viewer.accountId === accountId,
    mails: context.settings.smtpUrl !== null,
    places: role === 'student' ? await placeableBatches(reader) : [],
  };
}
