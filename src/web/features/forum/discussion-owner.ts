import type { CurrentUser } from '#contract/accounts/calls';

/** The `s_id` for calls: a student's own email, whatever the address says; for staff the batch's name. */
export const discussionOwner = (user: CurrentUser, batch: string): string =>
  user.role === 'student' ? user.account : batch;
