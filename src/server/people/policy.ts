import { normalizeEmail } from '#contract/limits';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import { accountIdOf } from '../accounts/queries.ts';
import { administrator } from '../accounts/policy.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

export type PersonOfOffice = { accountId: number; viewer: Viewer };

/** By current or former address. */
export const personOfOffice: ViewerRule<PersonOfOffice> = async (check) => {
  const viewer = administrator(check);
  const email = normalizeEmail(check.params.s_id ?? '');
  const accountId = await accountIdOf(check.context.database.reader, email);
  if (accountId === null) throw httpErrors.notFound('There is nobody with this email.');
  return { accountId, viewer };
};
