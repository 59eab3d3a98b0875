import { normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import { accountIdOf } from '../accounts/queries.ts';
import { signedIn } from '../accounts/policy.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

/** Administrators: the academy's office. */
export const administrator: ViewerRule<Viewer> = (check) => {
  const viewer = signedIn(check);
  if (viewer.role !== 'administrator') throw httpErrors.forbidden(messages.forbidden);
  return viewer;
};

/** A person, and the administrator who asks. */
export type PersonOfOffice = { accountId: number; viewer: Viewer };

/** The person whose address is in the path, or was theirs before. */
export const personOfOffice: ViewerRule<PersonOfOffice> = async (check) => {
  const viewer = await administrator(check);
  const email = normalizeEmail(check.params.s_id ?? '');
  const accountId = await accountIdOf(check.context.database.reader, email);
  if (accountId === null) throw httpErrors.notFound('There is nobody with this address.');
  return { accountId, viewer };
};
