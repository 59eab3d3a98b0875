import type { CurrentUser } from '#contract/accounts/calls';

/** Whom to ask where the portal sends no email: an administrator is the office, and may be the only one. */
export const whoHelps = ({ role }: Pick<CurrentUser, 'role'>): string =>
  role === 'administrator' ? 'the operator of the server' : 'the office';
