import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listeningPort, recordListeningPort } from './portal-link.ts';

test('commands know the port that a portal has taken; before that, the one of the setting', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-port-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  expect(await listeningPort({ dataDir, port: 3000 })).toBe(3000);
  await recordListeningPort({ dataDir, port: 4302 });
  expect(await listeningPort({ dataDir, port: 3000 })).toBe(4302);
  await recordListeningPort({ dataDir: path.join(dataDir, 'gone'), port: 1 });
});
