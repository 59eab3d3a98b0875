import type { InvitationFilter, InvitationState } from '#contract/people/intake-fields';

/** What became of an invitation, in a word. */
export const invitationLabels: Record<InvitationState, string> = {
  'not-invited': 'Not invited yet',
  sent: 'Sent',
  printed: 'Printed',
  opened: 'Opened',
  used: 'Used',
  expired: 'Expired',
  revoked: 'Withdrawn',
};

export const filterLabels: Record<InvitationFilter, string> = {
  all: 'All',
  ...invitationLabels,
  'never-came': 'Invited, not signed up',
};
