import { batchKey, normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import { serverMessages } from '../platform/http/server-messages.ts';
import { shownName } from '#contract/accounts/person-name';
import { type Batch, batchFormerlyNamed } from '../courses/batch-queries.ts';
import type { Reader } from '../platform/database/database.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { hasAddress, type Viewer, type ViewerCheck, type ViewerRule } from './sessions/viewer.ts';
import { accountById, studentNamed, type StudentRow } from './queries.ts';
import { AccountRefused } from '../platform/http/security-log.ts';

export function isStudent(viewer: Viewer, email: string): boolean {
  return viewer.role === 'student' && hasAddress(viewer, email);
}

/** Administrators mentor every batch, and students without one. */
export function mentorsBatch(viewer: Viewer, batchId: number | null): boolean {
  if (viewer.role === 'administrator') return true;
  return viewer.role === 'mentor' && batchId !== null && viewer.batches.some((batch) => batch.id === batchId);
}

/** One of the viewer's batches by its current or a former name, ignoring case and spaces. */
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

/** Before the final choice and the forum. */
export function mustConfirmFirst(
  { isConfirmed, mustConfirm }: Pick<Viewer, 'isConfirmed' | 'mustConfirm'>,
  { requireConfirmedEmail }: Pick<Settings, 'requireConfirmedEmail'>,
): boolean {
  return requireConfirmedEmail && mustConfirm && !isConfirmed;
}

export function mustSetUpFactor(
  { role, hasSecondFactor }: Pick<Viewer, 'role' | 'hasSecondFactor'>,
  { requireSecondFactor }: Pick<Settings, 'requireSecondFactor'>,
): boolean {
  return requireSecondFactor && role === 'administrator' && !hasSecondFactor;
}

export function confirmFirstMessage({ smtpUrl }: Pick<Settings, 'smtpUrl'>): string {
  return smtpUrl === null ? serverMessages.confirmAtOffice : serverMessages.confirmByMail;
}

export function isStaff(viewer: Viewer): boolean {
  return viewer.role !== 'student';
}

export function anyone({ viewer }: ViewerCheck): Viewer | null {
  return viewer;
}

export function signedIn({ viewer }: ViewerCheck): Viewer {
  if (viewer === null) throw httpErrors.signedOut(messages.signedOut);
  return viewer;
}

/** Only students agree to anything. */
export function student(check: ViewerCheck): Viewer {
  const viewer = signedIn(check);
  if (viewer.role !== 'student') throw httpErrors.forbidden(messages.forbidden);
  return viewer;
}

export function self(check: ViewerCheck): Viewer {
  const viewer = signedIn(check);
  if (!isStudent(viewer, check.params.s_id ?? '')) throw httpErrors.forbidden(messages.forbidden);
  return viewer;
}

/** `self, own mentor`: the student in the path, their batch's mentors, administrators. */
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
  const student = await studentNamed(check.context.database.reader, email);
  if (student === undefined) {
    // Only administrators may learn that an address is unknown.
    if (viewer.role === 'administrator') throw httpErrors.notFound('There is no student with this email.');
    throw httpErrors.forbidden(messages.forbidden);
  }
  if (!mentorsBatch(viewer, student.batchId)) throw httpErrors.forbidden(messages.forbidden);
  return { ...student, name: shownName(student.name) };
};

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

export const suspended = (accountId: number) =>
  new AccountRefused(accountId, 403, 'suspended', messages.accountSuspended);

export async function isSuspended(database: Reader, accountId: number): Promise<boolean> {
  return (await accountById(database, accountId)).suspended_at !== null;
}

/**
 * The answer when something does not exist: 404 for administrators, 403 for mentors, who may not learn it.
 */
export function absent(viewer: Viewer, message: string): HttpError {
  return viewer.role === 'administrator'
    ? httpErrors.notFound(message)
    : httpErrors.forbidden(messages.forbidden);
}

/** The staff member's batch in the path or the query, by its current or a former name. */
export const ownBatch: ViewerRule<Batch> = async (check) => {
  const viewer = staff(check);
  const name = String(check.params.batch ?? check.query?.batch ?? '');
  // PostgreSQL cannot look for NUL.
  const batch = name.includes('\0')
    ? undefined
    : await mentoredBatchNamed(viewer, name, check.context.database.reader);
  if (batch === undefined) throw absent(viewer, 'There is no batch with this name.');
  return batch;
};

export const ownBatchOf: ViewerRule<{ batch: Batch; viewer: Viewer }> = async (check) => ({
  batch: await ownBatch(check),
  viewer: staff(check),
});

export type OwnStudent = { student: StudentRow; viewer: Viewer };

/** The student in the path, of one of the staff member's batches; for administrators any. */
export const ownStudent: ViewerRule<OwnStudent> = async (check) => ({
  viewer: staff(check),
  student: await selfOrMentor(check),
});

export const administratorOfStudent: ViewerRule<OwnStudent> = async (check) => {
  if (staff(check).role !== 'administrator') throw httpErrors.forbidden(messages.forbidden);
  return ownStudent(check);
};
