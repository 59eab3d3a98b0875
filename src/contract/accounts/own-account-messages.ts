/** What the screens of one's own account and the server say; visitors' screens do without. */
export const ownAccountMessages = {
  profileSaved: 'Saved.',
  passwordChanged: 'Your password has changed. All other devices have been logged out.',
  newEmailSent: 'We have sent a link to the new email. Nothing changes until you use it.',
  deletionAsked: 'The office has received your request and will contact you. Until then nothing changes.',
  deletionWithdrawn: 'Your request is cancelled. Your account will not be deleted.',
  proven: 'Thank you. We will not ask again for ten minutes.',
  factorAdded: 'Two-step verification is on. You will need it at the next login.',
  factorRenamed: 'Saved.',
  factorRemoved: 'Removed. It can no longer be used to log in.',
  confirmationSent: 'We have sent you a link by email. It works once, within seven days.',
  secondFactorRequired: 'Administrators of this portal need two-step verification. Please set it up first.',
} as const;
