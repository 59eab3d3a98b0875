import { normalizePhone } from '#contract/accounts/phone';
import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages';
import { failuresOf, passwordStrength, type SignUpForm } from './sign-up-checks.ts';

const valid: SignUpForm = {
  name: 'Asha',
  email: ' Asha@example.test ',
  password: 'secret',
  phone: '9876543210',
  batch: 'MERN-2026-11',
  terms: true,
};

describe('signup checks', () => {
  it('accepts a valid form', () => expect(failuresOf(valid)).toEqual([]));

  it.each<[Partial<SignUpForm>, string]>([
    [{ name: ' ' }, 'Name is required'],
    [{ email: 'asha@example' }, 'A valid email is required'],
    [{ password: '12345' }, 'Password must be at least 6 characters long'],
    [{ phone: '987654321' }, 'A valid phone number is required'],
    [{ phone: '98765432100' }, 'A valid phone number is required'],
    [{ phone: '٩٨٧٦٥٤٣٢١٠' }, 'A valid phone number is required'],
    [{ batch: '' }, 'Batch name is required'],
    [{ terms: false }, 'You must agree to the terms and conditions'],
    [{ name: 'Asha https://evil.test' }, messages.nameNotPlain],
  ])('refuses %o', (change, message) =>
    expect(failuresOf({ ...valid, ...change }).map((failure) => failure.message)).toEqual([message]),
  );

  it('names every failure, in the order of the form', () => {
    const empty = { name: '', email: '', password: '', phone: '', batch: '', terms: false };
    const order = ['name', 'email', 'password', 'phone', 'batch', 'terms'];
    expect(failuresOf(empty).map(({ field }) => field)).toEqual(order);
  });
});

it('strips spaces and hyphens from a phone number, and nothing else', () => {
  expect(normalizePhone(' 98765 43-210')).toBe('9876543210');
  expect(normalizePhone('98765\u00a043\u2011210'), 'as a phone types them').toBe('9876543210');
  expect(normalizePhone('\u202A98765 43210\u202C'), 'as contacts are copied').toBe('9876543210');
  for (const typed of ['९८७६५४३२१०', '൯൮൭൬൫൪൩൨൧൦', '٩٨٧٦٥٤٣٢١٠', '９８７６５-４３２１０'])
    expect(normalizePhone(typed)).toBe('9876543210');
  expect(normalizePhone('98765x43210')).toBe('98765x43210');
  expect(normalizePhone('+91 98765x')).toBe('+9198765x');
});

it('tells weak passwords from strong ones', () => {
  expect(passwordStrength('12345')).toBe('');
  expect(passwordStrength('aaaaaaaaaaaa')).toBe('weak');
  expect(passwordStrength('secret')).toBe('weak');
  expect(passwordStrength('monsoon-7-Kayal-lamp')).toBe('strong');
});
