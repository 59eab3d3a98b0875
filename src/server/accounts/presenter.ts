import type { CurrentUser, StudentCourse } from '#contract/accounts/calls';
import { instantOrNull } from '#contract/dates';
import { isSameBatch } from '#contract/limits';
import type { Settings } from '../platform/settings/settings.ts';
import { mustConfirmFirst, mustSetUpFactor } from './policy.ts';
import type { StudentCourseRow } from './queries.ts';
import type { Viewer } from './sessions/viewer.ts';

export type AccountSettings = Pick<Settings, 'requireConfirmedEmail' | 'smtpUrl' | 'requireSecondFactor'>;

function presentConfirmation(viewer: Viewer, settings: AccountSettings): CurrentUser['confirmation'] {
  if (mustConfirmFirst(viewer, settings)) return 'needed';
  return viewer.isConfirmed || settings.smtpUrl === null ? 'none' : 'asked';
}

export function presentCurrentUser(viewer: Viewer, settings: AccountSettings): CurrentUser {
  const { email, formerEmails, name, role, batch, batches, unreadNotices, isAnnounced } = viewer;
  const { asksConsent, lacksGuardian } = viewer;
  return {
    s_id: email,
    s_name: name,
    role,
    batch: role === 'student' ? (batch?.name ?? null) : null,
    batches: batches.map((own) => own.name),
    account: formerEmails[0] ?? email,
    confirmation: presentConfirmation(viewer, settings),
    second_factor: mustSetUpFactor(viewer, settings) ? 'required' : viewer.hasSecondFactor ? 'set' : 'none',
    unread_notices: unreadNotices,
    announced: role === 'student' && isAnnounced,
    ...(viewer.isExaminer && { examiner: true as const }),
    ...(asksConsent && { consent: 'asked' as const }),
    ...(lacksGuardian && { guardian: lacksGuardian }),
  };
}

/** Unknown values are null. */
export function presentStudentCourse(
  student: { email: string; name: string },
  row: StudentCourseRow,
): StudentCourse {
  const hasTimes = row.chooseFrom !== null || row.chooseUntil !== null;
  return {
    s_id: student.email,
    s_name: student.name,
    s_course: row.course,
    s_startdate: instantOrNull(row.startsAt),
    s_mentor: row.mentors,
    s_grade: row.grade,
    s_exitscore: row.exitScore,
    s_typedbatch: row.typedBatch !== null && !isSameBatch(row.typedBatch, row.batch) ? row.typedBatch : null,
    ...(hasTimes && {
      s_choosing: {
        from: instantOrNull(row.chooseFrom),
        until: instantOrNull(row.chooseUntil),
        preferred: row.preferred,
      },
    }),
  };
}
