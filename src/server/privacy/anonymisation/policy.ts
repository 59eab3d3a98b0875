import { normalizeEmail } from '#contract/limits';
import { administrator } from '../../accounts/policy.ts';
import { studentByEmail } from '../../accounts/queries.ts';
import type { Viewer, ViewerRule } from '../../accounts/sessions/viewer.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';

export const unknownStudent = () => httpErrors.notFound('There is no student with this email.');

/** `accountId` is null if no student has the address (any more). */
export type Asked = { viewer: Viewer; s_id: string; accountId: number | null };

export const administratorAbout: ViewerRule<Asked> = async (check) => {
  const viewer = administrator(check);
  const s_id = normalizeEmail(check.params.s_id ?? '');
  const [student] = await studentByEmail(check.context.database.reader, { email: s_id });
  return { viewer, s_id, accountId: student?.accountId ?? null };
};

export const administratorOfPerson: ViewerRule<{ viewer: Viewer; accountId: number }> = async (check) => {
  const { viewer, accountId } = await administratorAbout(check);
  if (accountId === null) throw unknownStudent();
  return { viewer, accountId };
};
