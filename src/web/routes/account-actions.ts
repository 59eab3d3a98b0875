import { isEmail, limits, normalizeEmail, phonePattern } from '#contract/limits';
import { messages } from '#contract/messages';
import type { NoticeMail } from '#contract/notices/notice-kinds';
import type { ConsentSubject } from '#contract/accounts/consent';
import type { CurrentUser } from '#contract/accounts/calls';
import { isPersonName } from '#contract/accounts/person-name';
import type { AccountOutcome } from '../features/accounts/settings-form.tsx';
import { accountNotices, type AccountNotice } from '../features/accounts/own-account/account-group.tsx';
import { readGuardian } from '../features/accounts/own-account/guardian-fields.tsx';
import { checkCode } from '../features/accounts/second-factor/second-step.tsx';
import { normalizePhone } from '#contract/accounts/phone';
import { CallError, type Call } from '../lib/calls/client.ts';
import { makePasskey } from '../lib/session/passkeys.ts';
import { refuseInvalid } from '../lib/forms/form-action.ts';
import { changedBody } from '../lib/forms/changed-body.ts';
import type { Fields, InvalidField } from '../lib/forms/form-fields.ts';

const failed = (...checks: [field: string, passes: boolean, message: string][]): InvalidField[] =>
  checks.flatMap(([field, passes, message]) => (passes ? [] : [{ field, message }]));

/** The phone number is normalized as stored. */
const profileOf = ({ name = '', phone = '' }: Fields) => ({
  name: name.trim(),
  phone: normalizePhone(phone),
});

const checks = {
  profile(fields: Fields, role: CurrentUser['role']) {
    const { name, phone } = profileOf(fields);
    const isPhone = phonePattern.test(phone) || (phone === '' && role !== 'student');
    return failed(
      ['name', name !== '', messages.nameRequired],
      ['name', name === '' || isPersonName(name), messages.nameNotPlain],
      ['phone', isPhone, messages.phoneInvalid],
    );
  },
  email: ({ email = '', current_password }: Fields) =>
    failed(
      ['email', isEmail(normalizeEmail(email)), messages.emailInvalid],
      ['current_password', current_password !== '', messages.currentPasswordRequired],
    ),
  password: ({ password = '', current_password = '' }: Fields) =>
    failed(
      ['current_password', current_password !== '', messages.currentPasswordRequired],
      ['password', password.length >= limits.passwordMin, messages.passwordShort],
    ),
  prove: (fields: Fields) =>
    fields['code'] === undefined
      ? failed(['password', fields['password'] !== '', messages.currentPasswordRequired])
      : checkCode(fields),
  factorName: ({ name = '' }: Fields) => failed(['name', name.trim() !== '', messages.nameRequired]),
  guardian: ({ name = '', contact = '' }: Fields) =>
    failed(
      ['name', name.trim() !== '', 'Enter your guardian’s name'],
      ['contact', contact.trim() !== '', 'Enter your guardian’s phone or email'],
    ),
};

type Posted = {
  fields: Fields;
  role: CurrentUser['role'];
  idempotencyKey: string | undefined;
  /** The part after the action's name: a second factor's id. */
  id: string;
};
/** Returns the notice to show, or what the page shows this once. */
type AccountAction = (call: Call, posted: Posted) => Promise<AccountNotice | AccountOutcome>;

const passkeyNeedsScript = 'A passkey needs JavaScript. Turn it on, or set up an authenticator app.';

const nameOf = ({ name }: Fields, otherwise: string) => name?.trim() || otherwise;

/** Without the field: for an account without a password. */
function readPassword({ current_password }: Fields) {
  refuseInvalid(failed(['current_password', current_password !== '', messages.currentPasswordRequired]));
  return { current_password };
}

async function withdraw(call: Call, subject: ConsentSubject, { fields, idempotencyKey }: Posted) {
  await call('withdrawConsent', { body: { subject, ...readPassword(fields) }, idempotencyKey });
  return 'deletion-asked' as const;
}

async function agree(call: Call, subject: ConsentSubject, { fields, idempotencyKey }: Posted) {
  await call('giveConsent', { body: { [subject]: Number(fields['version']) }, idempotencyKey });
  return 'profile-saved' as const;
}

/** Asked before what ends it. */
async function hasCalendar(call: Call): Promise<boolean> {
  const { address } = await call('readCalendarAddress').catch(() => ({ address: null }));
  return address !== null;
}

/** By `act`. */
const accountActions: Readonly<Record<string, AccountAction>> = {
  async 'send-confirmation'(call, { idempotencyKey }) {
    await call('sendConfirmation', { idempotencyKey });
    return 'confirmation-sent';
  },
  async profile(call, { fields, role, idempotencyKey }) {
    refuseInvalid(checks.profile(fields, role));
    await call('changeProfile', { body: changedBody(fields, profileOf), idempotencyKey });
    return 'profile-saved';
  },
  async email(call, { fields, idempotencyKey }) {
    refuseInvalid(checks.email(fields));
    const { email = '', current_password } = fields;
    const body = { email: normalizeEmail(email), current_password };
    await call('changeEmail', { body, idempotencyKey });
    return 'new-email-sent';
  },
  async 'withdraw-email'(call) {
    await call('withdrawEmail');
    return 'new-email-withdrawn';
  },
  async password(call, { fields, idempotencyKey }) {
    refuseInvalid(checks.password(fields));
    const { password = '', current_password = '' } = fields;
    const endsCalendar = await hasCalendar(call);
    const { advice } = await call('changePassword', { body: { password, current_password }, idempotencyKey });
    const changed = endsCalendar ? 'password-changed-calendar' : 'password-changed';
    if (advice === null) return changed;
    return {
      message: `${accountNotices[changed]} But please note: ${advice}`,
      notice: endsCalendar ? 'password-changed-advised-calendar' : 'password-changed-advised',
    };
  },
  async mail(call, { fields, idempotencyKey }) {
    // The call refuses unknown ones.
    const mail = fields['mail'] as NoticeMail;
    await call('chooseMail', { body: { mail, is_on: fields['is_on'] === 'true' }, idempotencyKey });
    return 'profile-saved';
  },
  async 'make-calendar'(call) {
    await call('makeCalendarAddress');
    return 'calendar-made';
  },
  async 'remove-calendar'(call) {
    await call('removeCalendarAddress');
    return 'calendar-removed';
  },
  async 'end-session'(call, { fields }) {
    await call('endSession', { params: { id: fields['session'] ?? '' } });
    return 'session-ended';
  },
  async 'end-sessions'(call, { idempotencyKey }) {
    const endsCalendar = await hasCalendar(call);
    await call('endOtherSessions', { idempotencyKey });
    return endsCalendar ? 'sessions-ended-calendar' : 'sessions-ended';
  },
  async 'ask-deletion'(call, { fields, idempotencyKey }) {
    await call('askDeletion', { body: readPassword(fields), idempotencyKey });
    return 'deletion-asked';
  },
  async prove(call, { fields }) {
    refuseInvalid(checks.prove(fields));
    const { code, password } = fields;
    await call('prove', {
      body: { ...(code !== undefined && { code }), ...(password !== undefined && { password }) },
    });
    return 'proven';
  },
  'begin-app': async (call) => ({ app: await call('beginApp') }),
  async 'add-app'(call, { fields }) {
    refuseInvalid(checkCode(fields));
    const body = { name: nameOf(fields, 'Authenticator app'), code: fields['code'] ?? '' };
    const { recovery_codes } = await call('addApp', { body });
    return recovery_codes === null ? 'factor-added' : { codes: recovery_codes };
  },
  async passkey(call, { fields }) {
    if (typeof document === 'undefined') throw new CallError(400, 'no_passkey', passkeyNeedsScript);
    const passkey = await makePasskey(await call('beginPasskey'));
    const body = { name: nameOf(fields, 'Passkey'), passkey };
    const { recovery_codes } = await call('addPasskey', { body });
    return recovery_codes === null ? 'factor-added' : { codes: recovery_codes };
  },
  async 'renew-codes'(call) {
    return { codes: (await call('renewRecoveryCodes')).recovery_codes };
  },
  async 'rename-factor'(call, { fields, id }) {
    refuseInvalid(checks.factorName(fields));
    await call('renameFactor', { params: { id }, body: { name: fields['name'] ?? '' } });
    return 'factor-renamed';
  },
  async 'remove-factor'(call, { id }) {
    await call('removeFactor', { params: { id } });
    return 'factor-removed';
  },
  'withdraw-terms': (call, posted) => withdraw(call, 'terms', posted),
  'withdraw-privacy': (call, posted) => withdraw(call, 'privacy', posted),
  'agree-terms': (call, posted) => agree(call, 'terms', posted),
  'agree-privacy': (call, posted) => agree(call, 'privacy', posted),
  async guardian(call, { fields, idempotencyKey }) {
    refuseInvalid(checks.guardian(fields));
    await call('changeGuardian', { body: changedBody(fields, readGuardian), idempotencyKey });
    return 'profile-saved';
  },
  async 'withdraw-deletion'(call, { idempotencyKey }) {
    await call('withdrawDeletion', { idempotencyKey });
    return 'deletion-withdrawn';
  },
};

/** @throws CallError for an action that this version does not know */
export async function doAccountAction(
  call: Call,
  fields: Fields,
  role: CurrentUser['role'],
): Promise<AccountNotice | AccountOutcome> {
  const [, name = '', id = ''] = /^(.*?)(?:-(\d+))?$/.exec(fields['act'] ?? '') ?? [];
  const action = Object.hasOwn(accountActions, name) ? accountActions[name] : undefined;
  if (action === undefined)
    throw new CallError(400, 'invalid', 'The portal does not know this form. Please load the page again.');
  return (await action(call, { fields, role, id, idempotencyKey: fields['Idempotency-Key'] })) ?? {};
}
