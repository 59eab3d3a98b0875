import { expect, test } from 'vitest';
import { whyNotInstalled } from './node24.mjs';

test.each([
  [
    'v18.20.4',
    true,
    /needs Node 20\.19, 22\.12 or newer .* this is v18\.20\.4\. "npm install --global node@24"/,
  ],
  ['v20.18.3', true, /20\.19/],
  ['v20.19.0', true, null],
  ['v21.7.3', true, /20\.19/],
  ['v22.11.0', true, /20\.19/],
  ['v22.12.0', true, null],
  ['v23.0.0', true, null],
  ['v24.0.0', true, null],
  ['v22.12.0', false, /On this system Capstone needs Node 24/],
  ['v26.1.0', false, null],
])('%s installs the packages, with Node among them: %s', (version, bringsNode, expected) => {
  const why = whyNotInstalled(version, bringsNode);
  if (expected === null) expect(why).toBeNull();
  else expect(why).toMatch(expected);
});
