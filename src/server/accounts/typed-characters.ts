import { withAsciiDigits } from '#contract/digits';
import { withoutUnseen } from '#contract/unseen';

const fullWidthOffset = 0xfee0;

/** Of a typed code: capitals and digits of every script, without spaces, dashes and unseen characters. */
export const typedCharacters = (typed: string): string =>
  withAsciiDigits(withoutUnseen(typed))
    .replaceAll(/[\uFF21-\uFF5A]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - fullWidthOffset))
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}\u2212]/gu, '');
