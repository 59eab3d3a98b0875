export const consentMessages = {
  consentOutdated: 'These words have changed meanwhile. Please read them again.',
  consentGiven: 'Your consent is saved.',
  consentWithdrawn:
    'Your consent is withdrawn. The office has a request to delete your account, and will contact you.',
  noConsent: 'There is no consent to withdraw.',
  guardianSaved: 'Saved. The office will confirm your guardian.',
  guardianNotAsked: 'The office does not ask you for a guardian now. Please contact the office for a change.',
  guardianConfirmed: 'The guardian is confirmed.',
  guardianRemoved: 'The guardian is removed.',
} as const;

/** Why a project cannot be chosen yet. */
export const guardianSentences = {
  missing:
    'The office needs your guardian’s name and contact before you can choose a project. Add them under Your account.',
  unconfirmed: 'The office has not confirmed your guardian yet. You can choose a project after that.',
} as const;
