import { rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings/settings';
import { eventually } from '#support/eventually';
import { exchange } from '#support/exchange';
import { buildStudent } from '#support/factories';
import { makeFolderOnDisk } from '#support/real-disk';
import { spawnPortal } from '#support/spawn-portal';

test('more connections than the system lets a process open: those that are there are served, and the log says so', async () => {
  const dataDir = makeFolderOnDisk('capstone-descriptors-');
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const quiet = { info() {}, warn() {}, error: console.error };
  const context = await openContext({ ...readSettings({}), dataDir }, quiet);
  const { email } = await buildStudent(context);
  await closeContext(context);
  const portal = spawnPortal({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, { maxFiles: 256 });
  onTestFinished(() => portal.kill());
  const url = await portal.listening;
  await portal.said('only 256 files and connections may be open at once');
  const { hostname } = new URL(url);
  const port = Number(new URL(url).port);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets: Socket[] = [];
  onTestFinished(() => {
    agent.destroy();
    for (const socket of sockets) socket.destroy();
  });
  const body = Buffer.from(JSON.stringify({ email, password: 'wrong' }));
  const headers = { 'content-type': 'application/json', origin: new URL(url).origin };
  const logIn = () =>
    exchange(agent, port, { method: 'POST', path: '/api/auth/login', headers, body }, 60_000);
  expect(await logIn()).toMatchObject({ status: 401 });
  for (let n = 0; n < 400; n += 1) sockets.push(connect(port, hostname).on('error', () => {}));
  await portal.said('connections are refused: too many are open');
  // It needs a thread for the password, the database and its log.
  expect(await logIn()).toMatchObject({ status: 401 });
  for (const socket of sockets) socket.destroy();
  const other = new Agent();
  const health = () => exchange(other, port, { method: 'GET', path: '/api/health' }, 5_000);
  await eventually(async () => expect(await health()).toMatchObject({ status: 200 }));
  expect(portal.output()).not.toContain('EMFILE');
});
