import { expect, test } from 'vitest';
import { passkeySite } from './passkeys.ts';

test.each([
  ['https://portal.example.test', 'portal.example.test', 'https://portal.example.test'],
  ['https://portal.example.test:8443', 'portal.example.test', 'https://portal.example.test:8443'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ['http://one.localhost:3000', 'one.localhost', 'http://one.localhost:3000'],
])('%s: passkeys of %s', (url, id, origin) => {
  expect(passkeySite({ publicUrl: new URL(url) })).toEqual({ id, origin });
});

test.each([
  null,
  'http://portal.example.test',
  'https://192.0.2.7',
  'https://[::1]',
  'http://127.0.0.1:3000',
])('%s: none', (url) => {
  expect(passkeySite({ publicUrl: url === null ? null : new URL(url) })).toBeNull();
});
