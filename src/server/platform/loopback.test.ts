import { expect, test } from 'vitest';
import { isLoopback } from './portal-link.ts';

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
