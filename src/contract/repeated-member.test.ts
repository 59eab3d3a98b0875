import { expect, test } from 'vitest';
import { hasRepeatedMember } from './repeated-member.ts';

test.each([
  ['{}', false],
  ['[{"a":1},{"a":1}]', false],
  ['{"a":{"a":{"b":1}},"b":[{"a":2}]}', false],
  ['{"a":"\\"a\\": \\\\","b":"x\\":"}', false],
  ['{"__proto__":1,"a":2}', false],
  ['{"a":1,"a":1}', true],
  ['{"late":true, "late" \n : false}', true],
  ['{"a":[{"b":{"c":1,"c":2}}]}', true],
  // One name in two spellings.
  ['{"late":true,"l\\u0061te":false}', true],
  ['{"__proto__":1,"__proto__":2}', true],
])('%s: %s', (json, isRepeated) => {
  expect(hasRepeatedMember(json, JSON.parse(json))).toBe(isRepeated);
});

test('what is nested without end, and a text of megabytes, exhaust no stack', () => {
  const nested = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  expect(hasRepeatedMember(nested, JSON.parse(nested))).toBe(false);
  const long = JSON.stringify({ a: '\\"'.repeat(1_000_000) });
  expect(hasRepeatedMember(long, JSON.parse(long))).toBe(false);
});
