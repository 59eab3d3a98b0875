import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { limitConnections, readMaxDescriptors } from './connections.ts';

function limit(max: number | null) {
  const lines: unknown[][] = [];
  const server = createServer();
  limitConnections(server, max, { warn: (...line: unknown[]) => void lines.push(line) });
  return { server, lines };
}

test.each([
  [256, 204, 1],
  [1_024, 824, 1],
  [4_096, 3_896, 0],
  [1_048_576, 1_048_376, 0],
])('of %i descriptors %i are for connections', (max, connections, warnings) => {
  const { server, lines } = limit(max);
  expect([server.maxConnections, lines.length]).toEqual([connections, warnings]);
});

test('connections that are refused are told once a minute', () => {
  const { server, lines } = limit(10_000);
  for (let n = 0; n < 3; n += 1) server.emit('drop');
  expect(lines).toEqual([[{ refused: 1, open: 9_800 }, 'connections are refused: too many are open']]);
});

test('where the system does not say, nothing is bounded', () => {
  expect(limit(null).server.maxConnections).toBeFalsy();
});

test.runIf(process.platform === 'linux')('the system says how many there are', async () => {
  expect(await readMaxDescriptors()).toBeGreaterThan(10);
});
