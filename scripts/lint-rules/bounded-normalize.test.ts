import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import { boundedNormalize } from './bounded-normalize.mjs';

RuleTester.describe = describe;
RuleTester.it = it;
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } });

tester.run('bounded-normalize', boundedNormalize, {
  valid: ["normalizeText(name, 'NFC')", 'path.normalize(name)', 'path.posix.normalize(name)', 'normalize(a)'],
  invalid: [
    "name.normalize('NFC')",
    'name.trim().normalize()',
    'name?.normalize("NFKD")',
    'name["normalize"]()',
    'file.path.name.normalize()',
    'names.map(String.prototype.normalize.call)',
    '`${name}`.normalize()',
  ].map((code) => ({ code, filename: 'one.ts', errors: [{ messageId: 'unbounded' }] })),
});
