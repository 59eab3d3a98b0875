import { z } from 'zod';

const isRealDay = (text: string): boolean => {
  const at = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10));
};
const dayPattern = /^20\d{2}-\d{2}-\d{2}$/;
const timePattern = /^20\d{2}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** `YYYY-MM-DD`, in the academy's zone. */
export const localDay = (what: string) =>
  z
    .string(`${what} must be a day, YYYY-MM-DD`)
    .refine(
      (text) => dayPattern.test(text) && isRealDay(text),
      `${what} must be a day from 2000 to 2099, YYYY-MM-DD`,
    );
/** `YYYY-MM-DDTHH:MM` or with seconds, in the academy's zone. */
export const localTime = (what: string) =>
  z
    .string(`${what} must be a day and a time, YYYY-MM-DDTHH:MM`)
    .refine(
      (text) => timePattern.test(text) && isRealDay(text),
      `${what} must be a day and a time from 2000 to 2099, YYYY-MM-DDTHH:MM`,
    );
/** A day lasts to its end. */
export const localDayOrTime = (what: string) =>
  z
    .string(`${what} must be a day, with or without a time, YYYY-MM-DD[THH:MM]`)
    .refine(
      (text) => (dayPattern.test(text) || timePattern.test(text)) && isRealDay(text),
      `${what} must be a day from 2000 to 2099, with or without a time, YYYY-MM-DD[THH:MM]`,
    );
