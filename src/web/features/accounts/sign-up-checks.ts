import { isEmail, limits, normalizeEmail, phonePattern } from '#contract/limits';
import { messages } from '#contract/messages';
import type { Fields } from '../../lib/form-fields.ts';

export type SignUpForm = {
  name: string;
  email: string;
  password: string;
  phone: string;
  batch: string;
  terms: boolean;
};

/** A phone number without spaces and hyphens. */
export function normalizePhone(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}

/** What a signup form holds. */
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

/** The first failed check, in the specification's order and wording (section 5); null when all pass. */
export function firstFailure(form: SignUpForm): { field: keyof SignUpForm; message: string } | null {
  if (form.name.trim() === '') return { field: 'name', message: messages.nameRequired };
  if (!isEmail(normalizeEmail(form.email))) return { field: 'email', message: messages.emailInvalid };
  if (form.password.length < limits.passwordMin)
    return { field: 'password', message: messages.passwordShort };
  if (!phonePattern.test(form.phone.trim())) return { field: 'phone', message: messages.phoneInvalid };
  if (form.batch.trim() === '') return { field: 'batch', message: messages.batchRequired };
  if (!form.terms) return { field: 'terms', message: messages.termsRequired };
  return null;
}

/** An estimate of a password's strength; empty while it is too short. */
export function passwordStrength(password: string): '' | 'weak' | 'fair' | 'good' | 'strong' {
  if (password.length < limits.passwordMin) return '';
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  const points = Math.min(distinct, password.length * 0.8) + kinds * 1.5;
  if (points < 9) return 'weak';
  if (points < 13) return 'fair';
  return points < 17 ? 'good' : 'strong';
}
