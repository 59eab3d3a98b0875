import { expect, test } from 'vitest';
import { isEmail } from './limits.ts';

test.each(['an\u200Bu@x.test', 'anu@x.test\u3164', 'anu@\u00ADx.test', '\u2800@x.test', 'anu\u200D@x.test'])(
  '%j is no address, at a signup either',
  (typed) => expect(isEmail(typed)).toBe(false),
);

test.each(['anu@x.test', 'കാവ്യ@ഉദാഹരണം.ഭാരതം', 'anu,b@x.test'])('%j is one', (typed) =>
  expect(isEmail(typed)).toBe(true),
);
