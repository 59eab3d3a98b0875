import { z } from 'zod';
import { hasUnseen } from '#contract/unseen';
import { isDay, isDayAndTime } from '#contract/dates';
import { instantOfDay, readLocal } from '../zoned-time.ts';

/** Follow the field's name: `"start" must be …`. */
const orMissing = (message: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? `is missing; it ${message}` : message),
});

const isPlain = (value: string) => !value.includes('\0') && value.isWellFormed();

function textOf(min: 0 | 1, max: number) {
  const most = `${max.toLocaleString('en')} characters`;
  const message = min === 0 ? `must be a text of at most ${most}` : `must be a text of 1 to ${most}`;
  return z
    .string({
      error: ({ input }) => {
        const hint = typeof input === 'number' || typeof input === 'boolean' ? ' (put quotes around it)' : '';
        return input === undefined ? `is missing; it ${message}` : message + hint;
      },
    })
    .trim()
    .min(min, message)
    .max(max, message)
    .refine(isPlain, 'must not contain the character U+0000 or half of a surrogate pair');
}

export const textField = (max: number) => textOf(1, max);

/** Null is the empty text. @param isValid for other texts than the empty one */
export function optionalTextField(
  max: number,
  isValid: (value: string) => boolean = () => true,
  message = 'is not valid',
) {
  return textOf(0, max)
    .refine((value) => value === '' || isValid(value), message)
    .nullable()
    .transform((value) => value ?? '')
    .optional();
}

/** Routers do not tell `%2F` from a slash. */
export const isPartOfAddress = (name: string) => !/^\.{1,2}$|%2f/i.test(name);
const addressMessage = 'must not be . or .., or contain %2F, which does not work in page addresses';

export function nameField(max: number) {
  return textField(max)
    .refine((name) => !hasUnseen(name), 'must not contain invisible characters or line breaks')
    .refine(isPartOfAddress, addressMessage);
}

/** Null is the empty list. */
export function optionalTextListField(max: number) {
  const message = 'must be a list of at most 50 texts';
  return z
    .array(textField(max), orMissing(message))
    .max(50, message)
    .nullable()
    .transform((value) => value ?? [])
    .optional();
}

export function flagField() {
  return z.boolean(orMissing('must be true or false'));
}

export function optionalWebAddressField() {
  return optionalTextField(2_000, isWebAddress, 'must be an address that begins with http:// or https://');
}

export function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && !/\s/.test(value) && URL.canParse(value);
}

/** A second leading slash would name a host. */
export function isLocalPath(value: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(value);
}

/** Midnight of `YYYY-MM-DD`, or an instant that is one. @param zone IANA */
export function dayField(zone: string) {
  const message = `must be a day from 2000 to 2099, YYYY-MM-DD (in ${zone})`;
  return z.string(orMissing(message)).transform((value, check) => {
    const instant = readInstant(value, zone, 'start');
    if (instant !== null && instantOfDay(instant, zone) === instant) return instant;
    check.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/**
 * In the academy's zone `YYYY-MM-DD HH:MM[:SS]` or `YYYY-MM-DD`, or ISO 8601 with an offset.
 * @param ofDay the second of a date without a time; the last by default
 */
export function deadlineField(zone: string, ofDay: 'start' | 'end' = 'end') {
  const message = `must be a day from 2000 to 2099, YYYY-MM-DD, with or without a time, HH:MM[:SS] (in ${zone}), or ISO 8601 with an offset`;
  return z.string(orMissing(message)).transform((value, check) => {
    const instant = readInstant(value, zone, ofDay);
    if (instant !== null) return instant;
    check.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

const offsetPattern = /^(.{10})[ T](.{5,8}?)(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/;

/** @param ofDay the second of a date without a time */
function readInstant(text: string, zone: string, ofDay: 'start' | 'end'): number | null {
  const value = text.trim().replace(' ', 'T');
  const [, day, time, fraction = '', offset] = offsetPattern.exec(value) ?? [];
  if (offset !== undefined) {
    const local = `${day}T${time}`;
    const instant = isDayAndTime(local) ? Date.parse(local + fraction + offset) : Number.NaN;
    return Number.isNaN(instant) ? null : instant;
  }
  if (!isDay(value) && !isDayAndTime(value)) return null;
  // The last second of a day, not its last millisecond.
  return Math.floor(readLocal(value, zone, ofDay) / 1_000) * 1_000;
}
