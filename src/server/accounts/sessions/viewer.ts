import type { Role } from '#contract/accounts/calls';
import { shownName } from '#contract/accounts/person-name';
import { type Batch, batchesAs, batchesOfMentor, everyBatch } from '../../courses/batch-queries.ts';
import { coursesAs } from '../../courses/course-queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import { asksConsent, lacksGuardian } from '../consent/consent-queries.ts';
import { parseFormerEmails } from '../own-account/own-account-queries.ts';
import { normalizeEmail } from '#contract/limits';
import type { AccessCheck, AccessRule } from '../../platform/http/register-endpoint.ts';

/** The signed-in user. */
export type Viewer = {
  accountId: number;
  email: string;
  /** The oldest first. */
  formerEmails: string[];
  name: string;
  role: Role;
  /** Whether the address is confirmed, and whether the portal may require it. */
  isConfirmed: boolean;
  mustConfirm: boolean;
  hasSecondFactor: boolean;
  /** Last identity check, in milliseconds since 1970 UTC. */
  provenAt: number | null;
  /** Null while waiting for placement, and for staff. */
  batch: Batch | null;
  course: { id: number; name: string } | null;
  /** Invited to examine, and for nothing else; the role is `mentor`. */
  isExaminer: boolean;
  /** A mentor's own; every one for an administrator. */
  batches: Batch[];
  isAnnounced: boolean;
  unreadNotices: number;
  /** Only students: must agree to changed words; what of a guardian is missing. */
  asksConsent: boolean;
  lacksGuardian: 'missing' | 'unconfirmed' | null;
  /** By an access token, not a session. `onlyBatch`: `batches` has at most this one. */
  token?: { onlyBatch: boolean };
  /** The account of staff who look at this student's screens: nothing notes that the student was here. */
  seenBy?: number;
};

/** For `toViewer`; the query joins `batch`, `course` and `examiner`. */
export const viewerColumns = [
  'accounts.id as accountId',
  'accounts.email',
  'accounts.name',
  'accounts.role',
  'accounts.confirmed_at as confirmedAt',
  'accounts.must_confirm as mustConfirm',
  'accounts.has_second_factor as hasSecondFactor',
  'accounts.former_emails as formerEmails',
  'accounts.unread_notices as unreadNotices',
  'batch.id as batchId',
  'batch.name as batchName',
  'batch.announced_until as announcedUntil',
  'course.id as courseId',
  'course.name as courseName',
  'examiner.account_id as examinerId',
  asksConsent.as('asksConsent'),
  lacksGuardian.as('lacksGuardian'),
] as const;

export const viewerById = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('accounts')
    .leftJoin(batchesAs('batch'), 'batch.id', 'accounts.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .leftJoin('examiner_accounts as examiner', 'examiner.account_id', 'accounts.id')
    .where('accounts.id', '=', p.accountId)
    .select(viewerColumns),
);
type ViewerRow = Awaited<ReturnType<typeof viewerById>>[number];

/** Newest first. */
async function batchesOfStaff(
  reader: Reader,
  { accountId, role }: Pick<Viewer, 'accountId' | 'role'>,
): Promise<Batch[]> {
  if (role === 'student') return [];
  return role === 'administrator' ? everyBatch(reader, {}) : batchesOfMentor(reader, { accountId });
}

/** Staff need one more query for their batches. */
export async function toViewer(
  reader: Reader,
  row: ViewerRow & { provenAt?: number | null },
): Promise<Viewer> {
  const isExaminer = row.examinerId !== null && row.role === 'mentor';
  return {
    accountId: row.accountId,
    email: row.email,
    formerEmails: parseFormerEmails(row.formerEmails),
    name: shownName(row.name),
    role: row.role,
    isConfirmed: row.confirmedAt !== null,
    mustConfirm: row.mustConfirm === 1,
    hasSecondFactor: row.hasSecondFactor === 1,
    provenAt: row.provenAt ?? null,
    batch: row.batchId === null || row.batchName === null ? null : { id: row.batchId, name: row.batchName },
    course:
      row.courseId === null || row.courseName === null ? null : { id: row.courseId, name: row.courseName },
    isExaminer,
    batches: isExaminer ? [] : await batchesOfStaff(reader, row),
    isAnnounced: row.announcedUntil !== null,
    unreadNotices: row.unreadNotices,
    asksConsent: row.role === 'student' && row.asksConsent === 1,
    lacksGuardian: row.lacksGuardian,
  };
}

export async function viewerOf(reader: Reader, accountId: number): Promise<Viewer> {
  const [row] = await viewerById(reader, { accountId });
  if (row === undefined) throw new Error(`account ${accountId} is gone`);
  return toViewer(reader, row);
}

/** A former address counts too: devices store data under it. */
export function hasAddress(
  { email, formerEmails }: Pick<Viewer, 'email' | 'formerEmails'>,
  address: string,
): boolean {
  const named = normalizeEmail(address);
  return named === email || formerEmails.includes(named);
}

export type ViewerCheck = AccessCheck<Viewer>;
export type ViewerRule<Resource> = AccessRule<Viewer, Resource>;
