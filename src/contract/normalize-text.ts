export type NormalForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/** As Unicode's stream-safe format (UAX #15): no script needs more, and sorting them takes quadratic time. */
const mostMarks = 30;
/** NFKC makes marks of halfwidth katakana's two sound signs. */
const marks = /[\p{M}\uFF9E\uFF9F]+/gu;

/** At most `most` UTF-16 units; a surrogate pair stays whole. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most);
}

/** Without the marks of a run beyond the thirtieth. */
function boundMarks(text: string): string {
  if (text.length <= mostMarks) return text;
  return text.replaceAll(marks, (run) =>
    run.length <= mostMarks
      ? run
      : Array.from(run.slice(0, 2 * mostMarks))
          .slice(0, mostMarks)
          .join(''),
  );
}

/**
 * Normalises in linear time: the only way in this portal, for texts come from anybody.
 * @param most UTF-16 units that are read, where the rest is not needed
 */
export const normalizeText = (text: string, form: NormalForm, most = Infinity): string =>
  boundMarks(cutText(text, most)).normalize(form);

/** Short enough for any run of marks. */
const wholeRuns = 200;

/** Passwords are stored with whole runs; none is longer than `limits.passwordMax`. */
export const normalizePassword = (password: string): string =>
  password.length <= wholeRuns ? password.normalize('NFKC') : normalizeText(password, 'NFKC');
