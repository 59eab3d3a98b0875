export const invitationWords = {
  used: 'This invitation has already been used. Please log in.',
  expired: 'This invitation has expired. Ask the office for a new one.',
  revoked: 'This invitation was withdrawn, or replaced by a newer one. Use the newer one, or ask the office.',
  unknown: 'This is not a valid invitation. Open the link again, or copy all of it.',
  hasAccount: 'There is already an account with this email. Log in to use the invitation.',
} as const;
