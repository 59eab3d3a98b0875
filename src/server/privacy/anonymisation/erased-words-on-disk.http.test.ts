import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canary, leaveWords, person } from '#support/leave-words';
import { finishAnonymisation } from './finish-anonymisation.ts';

/** What of some words stands in a database's file and in the log beside it. */
const found = (file: string) =>
  [file, `${file}-wal`]
    .filter((each) => existsSync(each))
    .flatMap((each) => [...readFileSync(each).toString('latin1').matchAll(new RegExp(canary, 'gi'))]);

test('what an act erases is not in the embedded database’s file any more, nor in its log', async () => {
  const { app, clients } = await leaveWords();
  expect(found(app.databaseLocation).length).toBeGreaterThan(10);
  const address = `/api/staff/people/${encodeURIComponent(person.email)}/anonymise`;
  const body = { address: person.email, reason: 'Asked for it by letter.' };
  expect((await clients.administrator.post(address, body)).status).toBe(200);
  const { id } = await app.context.database.reader
    .selectFrom('accounts')
    .where('anonymised_at', 'is not', null)
    .select('id')
    .executeTakeFirstOrThrow();
  await finishAnonymisation(app.context, id);
  expect(found(app.databaseLocation).map(([word]) => word)).toEqual([]);
});
