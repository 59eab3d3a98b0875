/** The texts that a person agrees to, each separately. */
export const consentSubjects = ['terms', 'privacy'] as const;
export type ConsentSubject = (typeof consentSubjects)[number];

export const consentNames: Record<ConsentSubject, string> = {
  terms: 'Terms and conditions',
  privacy: 'Privacy notice',
};

/** Where the consent was given; `login`: after the texts changed. */
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

export const consentRequired = 'Tick what you agree to';
