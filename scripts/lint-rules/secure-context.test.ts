import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import { secureContext } from './secure-context.mjs';

RuleTester.describe = describe;
RuleTester.it = it;
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } });

tester.run('secure-context', secureContext, {
  valid: ['crypto.getRandomValues(new Uint8Array(16))', 'navigator.onLine', 'new Map().locks'],
  invalid: [
    'crypto.randomUUID()',
    'globalThis.crypto.subtle.digest("SHA-256", bytes)',
    'window.navigator.clipboard.writeText(text)',
    'navigator["serviceWorker"].ready',
    'await navigator.storage.persist()',
    'const { locks } = navigator',
    'await caches.keys()',
    'window.caches.keys()',
    'new Notification("Marked")',
  ].map((code) => ({ code, filename: 'one.ts', errors: [{ messageId: 'restricted' }] })),
});
