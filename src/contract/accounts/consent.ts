/** What somebody agrees to, each apart. */
export const consentSubjects = ['terms', 'privacy'] as const;
export type ConsentSubject = (typeof consentSubjects)[number];

export const consentNames: Record<ConsentSubject, string> = {
  terms: 'Terms and conditions',
  privacy: 'Privacy notice',
};

/** Where it was given; `login`: after the words changed. */
export const consentForms = ['signup', 'invitation', 'login', 'account'] as const;
export type ConsentForm = (typeof consentForms)[number];

export const consentFormWords: Record<ConsentForm, string> = {
  signup: 'at signup',
  invitation: 'with the invitation',
  login: 'after the words changed',
  account: 'under the account',
};

export const consentOfficePath = '/staff/consent';

export const guardianLimits = { name: 80, contact: 120, note: 500 } as const;

/** For the screens that ask. */
export const guardianSentences = {
  missing:
    'The office needs your guardian’s name and contact before you can choose a project. Add them under Your account.',
  unconfirmed: 'The office has not confirmed your guardian yet. You can choose a project after that.',
} as const;

export const consentMessages = {
  consentRequired: 'Tick what you agree to',
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
