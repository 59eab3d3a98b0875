import type { Input } from './inventory.ts';

/** So many characters, at most, that nearly have a form. */
type Near = (length: number) => string;

const repeated = (piece: string, length: number): string => piece.repeat(Math.max(1, length / piece.length));

const digits: Near = (length) => `${repeated('9', length - 1)}x`;
const letters: Near = (length) => `${repeated('Ab-_', length - 1)}!`;
const hex: Near = (length) => `${repeated('a0', length - 1)}g`;
const email: Near = (length) => `${repeated('a.-+', length / 2)}@${repeated('b-.', length / 3)}`;
const address: Near = (length) => `https://a.test/${repeated('%E0%A4%85?#&=//', length - 15)}`;
const day: Near = (length) => `2026-11-29${repeated(' T1:0', length - 10)}`;
const phone: Near = (length) => `+91 ${repeated('98-(765) ', length - 5)}x`;
const json: Near = (length) => repeated('[{"a":', length);
const name: Near = (length) => `${repeated(' -a', length - 1)}!`;
/** Compared with what is stored. */
const former: Near = (length) => repeated('plain words ', length);

const of = (near: Near, names: string): Record<string, Near> =>
  Object.fromEntries(names.split(' ').map((one) => [one, near]));

/** By field: texts of a fixed form, and those that name something. */
const forms: Readonly<Record<string, Near>> = {
  ...of(digits, 'id post comment question note request sheet up_to selectedWeek version announcement'),
  ...of(digits, 'newest seen seen_at country_code marked_at before after ids lines exit_score code sp_id'),
  ...of(
    letters,
    'token secret digest upload file rawId userHandle signature clientDataJSON authenticatorData',
  ),
  ...of(
    letters,
    'language attestationObject transports Idempotency-Key number receipt path declaration declared dry_run folder',
  ),
  ...of(hex, 'sha256 accent'),
  ...of(email, 'email emails address s_id students'),
  ...of(address, 'backgroundImage project_url ref1 ref2 ref3 ref4'),
  ...of(
    day,
    'start until from to day date publish_at viva_deadline ends_on choose_from choose_until guardian_on',
  ),
  ...of(phone, 'phone'),
  ...of(json, 'ai_use'),
  ...of(
    name,
    'kind place of to mentor assigned_to p_id course batch batches mentors project projects phrase',
  ),
  ...of(former, 'original originalText began'),
};

/** By call: fields of that name are words elsewhere. */
const formsOfCalls: Readonly<Record<string, Near>> = {
  'removeCatalogueFile.name': letters,
  'runImport.check': letters,
  'verifyDocument.type': letters,
  'addPhrase.name': name,
  'addSharedPhrase.name': name,
  'changeSharedPhrase.name': name,
  'changePhrase.name': name,
  'changeAppearance.contact': address,
  'openTypedInvitation.contact': email,
  'changeAppearance.zone': name,
  'setUpAdministrator.zone': name,
  'setUpAdministrator.academy_name': name,
  'setVivaPlan.link': address,
  'pickVivaOffer.offer': digits,
  'placeViva.room': name,
  'readVivaPlan.student': email,
  'readAbsence.examiner': email,
  'replaceExaminer.examiner': email,
  'replaceExaminer.examiners': email,
  'replaceExaminer.room': name,
  'setVivaDelay.room': name,
  'placeViva.examiners': email,
  'placeViva.starts_at': day,
  'recordAttendance.starts_at': day,
  'giveFinalMarks.line': digits,
  'giveVivaMarks.line': digits,
  'giveVivaMarks.at': day,
  'closeVivaPanel.waiting': email,
  'previewMailWords.student': email,
  'sendMailWordsTest.student': email,
};

/** Characters that words may have without a row of their own in `rows.ts`. */
const mostOfShort = 1_000;

const words = new Set(
  'name word words seed reason note contact subject title heading paragraph mail_footer text q find who whom password sentence signatory role'
    .concat(' current_password typed value grade about ai_text line guardian guardian_how')
    .concat(' introduction methodology findings challenges qa conclusion samples')
    .concat(' week-1 week-2 week-3 week-4 final viva result outcome remarks')
    .split(' '),
);

/** Calls whose body has words in a field that is a form elsewhere. */
const wordsOfCalls = new Set([
  'askQuestion',
  'commentOnReview',
  'commentOnRecordReview',
  'askConsent',
  'revokeCertificate',
]);

export type Way = { kind: 'long' | 'short' } | { kind: 'form'; near: Near };

/** How a text is sent; null for one that nobody has thought of. */
export function wayOf({ call, part, path, most }: Input): Way | null {
  const field = path.findLast((one) => one !== '0') ?? '';
  const isFormer = path.includes('original') || path.includes('began');
  const near = formsOfCalls[`${call}.${field}`] ?? (isFormer ? former : forms[field]);
  if (near !== undefined && (isFormer || !(part === 'body' && wordsOfCalls.has(call))))
    return { kind: 'form', near };
  if (part === 'params') return null;
  const isLong = (most ?? Infinity) > mostOfShort && field !== 'ai_text';
  if (isLong) return { kind: 'long' };
  return words.has(field) ? { kind: 'short' } : null;
}
