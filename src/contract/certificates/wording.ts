/** What a paper is: passed, or what there is to show of who did not. */
export const certificateKinds = ['certificate', 'statement'] as const;
export type CertificateKind = (typeof certificateKinds)[number];

export const kindWords: Record<CertificateKind, string> = {
  certificate: 'Certificate',
  statement: 'Statement of marks',
};

/** In the office's language; `shows`: how much of the result the paper says. */
export type Wording = {
  /** Such as `en` or `ml`, for fonts and hyphens. */
  language: string;
  heading: string;
  sentence: string;
  signatory: string;
  /** Below the signatory's name. */
  role: string;
  shows: 'result' | 'grade' | 'nothing';
};

export const resultShown = ['result', 'grade', 'nothing'] as const;

export const wordingLimits = { heading: 80, sentence: 600, signatory: 80, role: 120 } as const;

/** Of the academy's picture behind a paper: the file's bytes, and pixels; A4 landscape. */
export const backgroundLimits = {
  bytes: 5 * 1024 * 1024,
  least: { width: 1_240, height: 877 },
  ratio: 297 / 210,
} as const;

/** Named fields of the sentence, as `{name}`. */
export const wordingFields = ['name', 'course', 'batch', 'project', 'result', 'grade', 'academy'] as const;
type WordingField = (typeof wordingFields)[number];

export const ownWording: Record<CertificateKind, Wording> = {
  certificate: {
    language: 'en',
    heading: 'Certificate of completion',
    sentence: 'has completed the course {course} at {academy} with the capstone project {project}.',
    signatory: '',
    role: '',
    shows: 'result',
  },
  statement: {
    language: 'en',
    heading: 'Statement of marks',
    sentence: 'took part in the course {course} at {academy} with the capstone project {project}.',
    signatory: '',
    role: '',
    shows: 'result',
  },
};

export const fillSentence = (sentence: string, values: Record<WordingField, string>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (field, name: string) =>
    Object.hasOwn(values, name) ? values[name as WordingField] : field,
  );

/** Public, one for each revocation. */
export const revocations = {
  replaced: 'It was replaced by a newer one.',
  wrong_entry: 'It had a wrong entry.',
  withdrawn: 'The academy has withdrawn it.',
  holder: 'It was revoked at the holder’s wish.',
} as const;
export type Revocation = keyof typeof revocations;
export const revocationNames = Object.keys(revocations) as [Revocation, ...Revocation[]];
