import { isEmail, limits, normalizeEmail, phonePattern } from '#contract/limits';
import { messages } from '#contract/messages';
import { hasPersonName } from '#contract/accounts/person-name';
import { normalizePhone } from '#contract/accounts/phone';
import type { Fields } from '../../lib/forms/form-fields.ts';

export type SignUpForm = {
  name: string;
  email: string;
  password: string;
  phone: string;
  batch: string;
  terms: boolean;
};

export function readSignUp({
  name = '',
  email = '',
  password = '',
  phone = '',
  batch = '',
  terms,
}: Fields): SignUpForm {
  return { name, email, password, phone: normalizePhone(phone), batch, terms: terms !== undefined };
}

/**
 * Failed checks in the order and wording of the specification (section 5), then the portal's own; the first
 * is shown.
 */
export function failuresOf(form: SignUpForm): { field: keyof SignUpForm; message: string }[] {
  const checks: [field: keyof SignUpForm, passes: boolean, message: string][] = [
    ['name', form.name.trim() !== '', messages.nameRequired],
    ['email', isEmail(normalizeEmail(form.email)), messages.emailInvalid],
    ['password', form.password.length >= limits.passwordMin, messages.passwordShort],
    ['phone', phonePattern.test(form.phone), messages.phoneInvalid],
    ['batch', form.batch.trim() !== '', messages.batchRequired],
    ['terms', form.terms, messages.termsRequired],
    ['name', form.name.trim() === '' || hasPersonName(form), messages.nameNotPlain],
  ];
  return checks.flatMap(([field, passes, message]) => (passes ? [] : [{ field, message }]));
}

/** Empty while the password is too short. */
export function passwordStrength(password: string): '' | 'weak' | 'fair' | 'good' | 'strong' {
  if (password.length < limits.passwordMin) return '';
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  const points = Math.min(distinct, password.length * 0.8) + kinds * 1.5;
  if (points < 9) return 'weak';
  if (points < 13) return 'fair';
  return points < 17 ? 'good' : 'strong';
}
