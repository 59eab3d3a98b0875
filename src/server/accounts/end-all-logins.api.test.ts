import { expect, test } from 'vitest';
import { buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { endAllLogins } from './end-all-logins.ts';

test('nothing that was open opens an account any more', async () => {
  const app = await makeTestApp();
  const student = await buildStudent(app.context);
  const client = await app.as(student);
  expect((await client.get('/api/auth/session')).body.student).not.toBeNull();
  const ended = await app.context.database.transaction((writer) => endAllLogins(writer));
  expect(ended).toEqual({ sessions: 1, begun: 0, links: 0, devices: 0 });
  expect((await client.get('/api/auth/session')).body.student).toBeNull();
});
