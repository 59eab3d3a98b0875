import { expect, test } from 'vitest';
import { makeRequestIds, trustedPeers } from './request-ids.ts';

/** A request as it arrives from a peer, with an id of its own. */
const arriving = (id: string | string[] | undefined, remoteAddress = '10.0.0.7') => ({
  headers: { 'x-request-id': id },
  socket: { remoteAddress },
});

const own = /^[0-9a-f]{8}-[0-9a-z]+$/;

test('ids differ within a process and between processes', () => {
  const [one, another] = [makeRequestIds(() => false), makeRequestIds(() => false)];
  const ids = [one(), one(), another(), another()];
  for (const id of ids) expect(id).toMatch(own);
  expect(new Set(ids).size).toBe(4);
});

test.each(['3f1c9a52-77d0-4d31-9a8e-2f6f1b0c9f10', 'edge:42_a.b', 'x', 'x'.repeat(64)])(
  'the id %s of a trusted proxy is taken over, that of anybody else is not',
  (id) => {
    expect(makeRequestIds(trustedPeers(1))(arriving(id))).toBe(id);
    expect(makeRequestIds(trustedPeers('10.0.0.0/8, 192.168.1.1'))(arriving(id))).toBe(id);
    expect(makeRequestIds(trustedPeers('10.0.0.0/8'))(arriving(id, '203.0.113.9'))).toMatch(own);
    expect(makeRequestIds(trustedPeers('loopback'))(arriving(id))).toMatch(own);
    expect(makeRequestIds(trustedPeers(false))(arriving(id))).toMatch(own);
  },
);

test.each([
  ['too long', 'x'.repeat(65)],
  ['empty', ''],
  ['of two words', 'one two'],
  ['a line of its own', 'x\n{"level":50,"msg":"forged"}'],
  ['with a line at its end', 'x\n'],
  ['markup', '<script>'],
  ['letters that look like others', 'аbс'],
  ['two headers', ['one', 'two']],
  ['none', undefined],
])('a trusted proxy, too, gets another id for one that is %s', (_, id) => {
  expect(makeRequestIds(trustedPeers(1))(arriving(id))).toMatch(own);
});
