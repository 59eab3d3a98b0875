import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database';
import { systemClock } from '#server/platform/clock';
import { beginSession } from '#server/accounts/sessions';
import { engineName } from '#support/empty-database';
import { buildSelection, buildStudent } from '#support/factories';
import { makeFolderOnDisk } from '#support/real-disk';
import { startTracedServer, whyNotTraceable, type SystemCall } from '#support/traced-server';

const dayMs = 24 * 60 * 60_000;
const bytes = 'the bytes of one hand-in';

/** What a receipt stands on, step by step; each is done before the next one begins. */
const steps: [string, RegExp][] = [
  [
    'the bytes are written into a staging file',
    new RegExp(`^pwrite64\\(.*/files/staging/[^>]+>, "${bytes}"`),
  ],
  ['the file is synced', /^f(?:data)?sync\(\d+<[^>]*\/files\/staging\/[^>]+>\)/],
  [
    'it is renamed to its address',
    /^rename(?:at2?)?\(.*\/files\/staging\/.*\/files\/[0-9a-f]{2}\/[0-9a-f]{64}/,
  ],
  ['the folder is synced', /^f(?:data)?sync\(\d+<[^>]*\/files\/[0-9a-f]{2}>\)/],
  ["the row is written into the database's log", /^p?write(?:64)?\(\d+<[^>]*capstone\.sqlite-wal>/],
  ['the log is synced', /^f(?:data)?sync\(\d+<[^>]*capstone\.sqlite-wal>\)/],
  ['the receipt is answered', /"HTTP\/1\.1 201 Created/],
];

test.runIf(engineName === 'sqlite')(
  'one hand-in: file written, synced, renamed, folder synced, row logged, log synced, answered',
  async ({ skip }) => {
    const reason = whyNotTraceable();
    if (reason !== null) skip(reason);
    const dataDir = makeFolderOnDisk('capstone-trace-');
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const database = await openDatabase({ dataDir, databaseUrl: null });
    const context = { database, clock: systemClock };
    const student = await buildStudent(context);
    await buildSelection(context, { account_id: student.id, started_at: systemClock.now() - 8 * dayMs });
    const token = await database.transaction((writer) => beginSession(writer, student.id, systemClock.now()));
    await database.close();

    const server = await startTracedServer(dataDir);
    const form = new FormData();
    form.set('selectedWeek', '1');
    form.set('files', new Blob([bytes]), 'work.txt');
    const answer = await fetch(`${server.url}/api/students/uploadWeek/${student.email}`, {
      method: 'POST',
      headers: { cookie: `capstone=${token}` },
      body: form,
    });
    expect(answer.status).toBe(201);
    const calls = await server.stop();

    let before: SystemCall | undefined;
    for (const [step, pattern] of steps) {
      const since = before?.to ?? -1;
      const call = calls.find(({ text, to }) => pattern.test(text) && to > since);
      expect(call, `${step}, after: ${before?.text ?? 'the start'}`).toBeDefined();
      expect(call?.from, `${step} begins after the step before it has ended`).toBeGreaterThan(since);
      before = call;
    }
    // Nothing told the student earlier.
    expect(calls.filter(({ text }) => text.includes('HTTP/1.1 201'))).toHaveLength(1);
  },
  60_000,
);
