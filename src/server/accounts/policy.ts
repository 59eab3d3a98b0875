import { batchKey, normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import { shownName } from '#contract/accounts/person-name';
import { type Batch, batchFormerlyNamed } from '../courses/batch-queries.ts';
import type { Reader } from '../platform/database/database.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { hasAddress, type Viewer, type ViewerCheck, type ViewerRule } from './sessions/viewer.ts';
import { studentByEmail, type StudentRow } from './queries.ts';
import { AccountRefused } from '../platform/http/security-log.ts';

/** Whether a viewer is the student of an address. */
export function isStudent(viewer: Viewer, email: string): boolean {
  return viewer.role === 'student' && hasAddress(viewer, email);
}

/** Whether a viewer mentors a batch; administrators do every one, and students who wait for placement. */
export function mentorsBatch(viewer: Viewer, batchId: number | null): boolean {
  if (viewer.role === 'administrator') return true;
  return viewer.role === 'mentor' && batchId !== null && viewer.batches.some((batch) => batch.id === batchId);
}

/** The batch that has a name, or else had it, among a staff member's own; without regard to case and spaces. */
export async function mentoredBatchNamed(
  viewer: Viewer,
  name: string,
  database: Reader,
): Promise<Batch | undefined> {
  const key = batchKey(name);
  const own = viewer.batches.find((batch) => batchKey(batch.name) === key);
  if (own !== undefined || viewer.batches.length === 0) return own;
  const former = await batchFormerlyNamed(database, name);
  return viewer.batches.find(({ id }) => id === former?.id);
}

/** Whether a viewer has to confirm the address before choosing for good and coming into the forum. */
export function mustConfirmFirst(
  { isConfirmed, mustConfirm }: Pick<Viewer, 'isConfirmed' | 'mustConfirm'>,
  { requireConfirmedEmail }: Pick<Settings, 'requireConfirmedEmail'>,
): boolean {
  return requireConfirmedEmail && mustConfirm && !isConfirmed;
}

/** Whether a viewer has to set up a second factor before anything else is open. */
export function mustSetUpFactor(
  { role, hasSecondFactor }: Pick<Viewer, 'role' | 'hasSecondFactor'>,
  { requireSecondFactor }: Pick<Settings, 'requireSecondFactor'>,
): boolean {
  return requireSecondFactor && role === 'administrator' && !hasSecondFactor;
}

/** How an address is confirmed: by a link where mail can be sent, else at the office. */
export function confirmFirstMessage({ smtpUrl }: Pick<Settings, 'smtpUrl'>): string {
  return smtpUrl === null ? messages.confirmAtOffice : messages.confirmByMail;
}

export function isStaff(viewer: Viewer): boolean {
  return viewer.role !== 'student';
}

/** Anybody, signed in or not. */
export function anyone({ viewer }: ViewerCheck): Viewer | null {
  return viewer;
}

/** Any signed-in user. */
export function signedIn({ viewer }: ViewerCheck): Viewer {
  if (viewer === null) throw httpErrors.signedOut(messages.signedOut);
  return viewer;
}

/** `self`: the student whose address is in the path, and nobody else. */
export function self(check: ViewerCheck): Viewer {
  const viewer = signedIn(check);
  if (!isStudent(viewer, check.params.s_id ?? '')) throw httpErrors.forbidden(messages.forbidden);
  return viewer;
}

/** `self, own mentor`: the student in the path, the mentors of that student's batch, administrators. */
export const selfOrMentor: ViewerRule<StudentRow> = async (check) => {
  const viewer = signedIn(check);
  const email = normalizeEmail(check.params.s_id ?? '');
  if (isStudent(viewer, email)) {
    return {
      accountId: viewer.accountId,
      email: viewer.email,
      name: viewer.name,
      batchId: viewer.batch?.id ?? null,
    };
  }
  if (!isStaff(viewer)) throw httpErrors.forbidden(messages.forbidden);
  const [student] = await studentByEmail(check.context.database.reader, { email });
  if (student === undefined) {
    // Only administrators may learn that an address is unknown.
    if (viewer.role === 'administrator') throw httpErrors.notFound('There is no student with this address.');
    throw httpErrors.forbidden(messages.forbidden);
  }
  if (!mentorsBatch(viewer, student.batchId)) throw httpErrors.forbidden(messages.forbidden);
  return { ...student, name: shownName(student.name) };
};

/** Administrators alone. */
export function administrator(check: ViewerCheck): Viewer {
  const viewer = signedIn(check);
  if (viewer.role !== 'administrator') throw httpErrors.forbidden(messages.forbidden);
  return viewer;
}

/** `staff`: mentors and administrators. */
export function staff(check: ViewerCheck): Viewer {
  const viewer = signedIn(check);
  if (!isStaff(viewer)) throw httpErrors.forbidden(messages.forbidden);
  return viewer;
}

/** The refusal of a login, once its holder has proven to be that. */
export const suspended = (accountId: number) =>
  new AccountRefused(accountId, 403, 'suspended', messages.accountSuspended);

export async function isSuspended(database: Reader, accountId: number): Promise<boolean> {
  const query = database.selectFrom('accounts').where('id', '=', accountId).select('suspended_at');
  return (await query.executeTakeFirstOrThrow()).suspended_at !== null;
}

/** The answer for what does not exist: only administrators may learn that, a mentor gets the 403 of what is not theirs. */
export function absent(viewer: Viewer, message: string): HttpError {
  return viewer.role === 'administrator'
    ? httpErrors.notFound(message)
    : httpErrors.forbidden(messages.forbidden);
}

/** The batch in the path, of those that the staff member mentors, by its name or a former one. */
export const ownBatch: ViewerRule<Batch> = async (check) => {
  const viewer = staff(check);
  const batch = await mentoredBatchNamed(viewer, check.params.batch ?? '', check.context.database.reader);
  if (batch === undefined) throw absent(viewer, 'There is no batch of this name.');
  return batch;
};

/** The batch in the path, as above, and who asks. */
export const ownBatchOf: ViewerRule<{ batch: Batch; viewer: Viewer }> = async (check) => ({
  batch: await ownBatch(check),
  viewer: staff(check),
});

/** A student whom the staff member mentors. */
export type OwnStudent = { student: StudentRow; viewer: Viewer };

/** The student in the path, of a batch that the staff member mentors; for administrators everybody. */
export const ownStudent: ViewerRule<OwnStudent> = async (check) => ({
  viewer: staff(check),
  student: await selfOrMentor(check),
});

/** The same, for administrators alone. */
export const administratorOfStudent: ViewerRule<OwnStudent> = async (check) => {
  if (staff(check).role !== 'administrator') throw httpErrors.forbidden(messages.forbidden);
  return ownStudent(check);
};
