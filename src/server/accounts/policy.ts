import { batchKey, normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import { shownName } from '#contract/accounts/person-name';
import { batchFormerlyNamed, type Batch } from '../courses/batch-queries.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { hasAddress } from './has-address.ts';
import { studentByEmail, type StudentRow } from './queries.ts';
import type { ViewerCheck, ViewerRule } from './sessions/access-rule.ts';
import type { Viewer } from './sessions/viewer.ts';

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
