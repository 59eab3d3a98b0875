import type { CurrentUser } from '#contract/accounts/calls';
import { isEmail, limits, normalizeEmail, phonePattern } from '#contract/limits';
import { messages } from '#contract/messages';
import { isPersonName } from '#contract/accounts/person-name';
import type { Fields, InvalidField } from '../../../lib/forms/form-fields.ts';
import { normalizePhone } from '../sign-up-checks.ts';

const failed = (...checks: [field: string, passes: boolean, message: string][]): InvalidField[] =>
  checks.flatMap(([field, passes, message]) => (passes ? [] : [{ field, message }]));

/** The phone number is normalized as stored. */
export const profileOf = ({ name = '', phone = '' }: Fields) => ({
  name: name.trim(),
  phone: normalizePhone(phone),
});

/** Failed checks by form, in field order; also used by the action. */
export const checks = {
  profile(role: CurrentUser['role']) {
    return (fields: Fields): InvalidField[] => {
      const { name, phone } = profileOf(fields);
      const isPhone = phonePattern.test(phone) || (phone === '' && role !== 'student');
      return failed(
        ['name', name !== '', messages.nameRequired],
        ['name', name === '' || isPersonName(name), messages.nameNotPlain],
        ['phone', isPhone, messages.phoneInvalid],
      );
    };
  },
  email: ({ email = '', current_password = '' }: Fields) =>
    failed(
      ['email', isEmail(normalizeEmail(email)), messages.emailInvalid],
      ['current_password', current_password !== '', messages.currentPasswordRequired],
    ),
  password: ({ password = '', current_password = '' }: Fields) =>
    failed(
      ['current_password', current_password !== '', messages.currentPasswordRequired],
      ['password', password.length >= limits.passwordMin, messages.passwordShort],
    ),
  deletion: ({ current_password = '' }: Fields) =>
    failed(['current_password', current_password !== '', messages.currentPasswordRequired]),
};
