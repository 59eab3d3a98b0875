import { normalizeEmail } from '#contract/limits';
import type { Viewer, ViewerRule } from '../../accounts/sessions/viewer.ts';
import { administrator } from '../../accounts/policy.ts';
import { studentByEmail } from '../../accounts/queries.ts';
import { unknownStudent } from './open-person-export.ts';

/** Who asks, and whose address is in the path: null where no student has it, or has it any more. */
export type Asked = { viewer: Viewer; s_id: string; accountId: number | null };

/** Administrators, about any address. */
export const administratorAbout: ViewerRule<Asked> = async (check) => {
  const viewer = administrator(check);
  const s_id = normalizeEmail(check.params.s_id ?? '');
  const [student] = await studentByEmail(check.context.database.reader, { email: s_id });
  return { viewer, s_id, accountId: student?.accountId ?? null };
};

/** Administrators, about a student. */
export const administratorOfPerson: ViewerRule<{ viewer: Viewer; accountId: number }> = async (check) => {
  const { viewer, accountId } = await administratorAbout(check);
  if (accountId === null) throw unknownStudent();
  return { viewer, accountId };
};
