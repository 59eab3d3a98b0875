import { expect, test } from 'vitest';
import { isLocalOnly, isLoopback } from './portal-link.ts';

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.7', false],
  ['fe80::1', false],
  ['::ffff:192.168.1.7', false],
  ['portal.example.org', false],
  ['localhost.example.org', false],
])('%s: %s', (host, isLocal) => expect(isLoopback(host)).toBe(isLocal));

test.each([
  [null, true],
  ['http://localhost:3000', true],
  ['http://LOCALHOST.', true],
  ['https://portal.localhost', true],
  ['http://127.1', true],
  ['https://127.0.0.2', true],
  ['http://[::1]:3000', true],
  ['http://[::ffff:127.0.0.1]', true],
  ['http://0.0.0.0:3000', true],
  ['http://[::]', true],
  ['https://portal.example.org', false],
  ['https://localhost.example.org', false],
  // In a school's own network.
  ['http://192.168.1.7', false],
])('PUBLIC_URL %s leads to this machine only: %s', (url, isLocal) => {
  expect(isLocalOnly({ publicUrl: url === null ? null : new URL(url) })).toBe(isLocal);
});
