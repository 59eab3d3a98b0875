import type { CurrentUser } from '#contract/accounts/calls';

/** Whose discussion a call is about, its `s_id`: a student's own address, whatever the screen's says; for staff the batch's name. */
export const discussionOwner = (user: CurrentUser, batch: string): string =>
  user.role === 'student' ? user.account : batch;
