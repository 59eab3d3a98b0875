import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database';
import { systemClock } from '#server/platform/context';
import { beginSession } from '#server/accounts/sessions/sessions';
import { engineName } from '#support/empty-database';
import { buildSelection, buildStudent } from '#support/factories';
import { makeFolderOnDisk } from '#support/real-disk';
import { startTracedServer, whyNotTraceable, type SystemCall } from '#support/traced-server';

const dayMs = 24 * 60 * 60_000;
const bytes = 'the bytes of one submission';

type Step = [string, RegExp];

const written = (folder: string): Step => [
  `the bytes are written into a file of ${folder}`,
  new RegExp(`^pwrite64\\(.*/${folder}/[^>]+>, "${bytes}"`),
];
const synced = (folder: string): Step => [
  'the file is synced',
  new RegExp(`^f(?:data)?sync\\(\\d+<[^>]*/${folder}/[^>]+>\\)`),
];

/** What a receipt stands on once the bytes are synced, step by step; each is done before the next one begins. */
const steps: Step[] = [
  [
    'it is renamed to its address',
    /^rename(?:at2?)?\(.*\/files\/staging\/.*\/files\/[0-9a-f]{2}\/[0-9a-f]{64}/,
  ],
  ['the folder is synced', /^f(?:data)?sync\(\d+<[^>]*\/files\/[0-9a-f]{2}>\)/],
  ["the row is written into the database's log", /^p?write(?:64)?\(\d+<[^>]*capstone\.sqlite-wal>/],
  ['the log is synced', /^f(?:data)?sync\(\d+<[^>]*capstone\.sqlite-wal>\)/],
  ['the receipt is answered', /"HTTP\/1\.1 201 Created/],
];

async function startServerWithStudent(skip: (reason: string) => void) {
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
  const headers = { cookie: `capstone=${token}` };
  return {
    server,
    headers,
    async submit(name: string, value: string | Blob): Promise<void> {
      const form = new FormData();
      form.set('selectedWeek', '1');
      if (typeof value === 'string') form.set(name, value);
      else form.set(name, value, 'work.txt');
      const url = `${server.url}/api/students/uploadWeek/${student.email}`;
      expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(201);
    },
  };
}

function expectInOrder(calls: SystemCall[], expected: Step[]): void {
  let before: SystemCall | undefined;
  for (const [step, pattern] of expected) {
    const since = before?.to ?? -1;
    const call = calls.find(({ text, to }) => pattern.test(text) && to > since);
    expect(call, `${step}, after: ${before?.text ?? 'the start'}`).toBeDefined();
    expect(call?.from, `${step} begins after the step before it has ended`).toBeGreaterThan(since);
    before = call;
  }
}

test.runIf(engineName === 'sqlite')(
  'one submission: file written, synced, renamed, folder synced, row logged, log synced, answered',
  async ({ skip }) => {
    const { server, submit } = await startServerWithStudent(skip);
    await submit('files', new Blob([bytes]));
    const calls = await server.stop();
    expectInOrder(calls, [written('files/staging'), synced('files/staging'), ...steps]);
    // Nothing told the student earlier.
    expect(calls.filter(({ text }) => text.includes('HTTP/1.1 201'))).toHaveLength(1);
  },
  60_000,
);

test.runIf(engineName === 'sqlite')(
  'one submission of an upload: the bytes that were synced as they arrived are renamed, none is written again',
  { tags: 'full' },
  async ({ skip }) => {
    const { server, headers, submit } = await startServerWithStudent(skip);
    const tus = { ...headers, 'tus-resumable': '1.0.0' };
    const begun = await fetch(`${server.url}/api/uploads`, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': `task ${btoa('week-1')}` },
    });
    const address = begun.headers.get('location') as string;
    const sent = await fetch(server.url + address, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bytes,
    });
    expect(sent.status).toBe(204);
    await submit('upload', address.split('/').at(-1) as string);
    const calls = await server.stop();
    const answered: Step = ['the part is answered', /"HTTP\/1\.1 204 No Content/];
    expectInOrder(calls, [written('uploads'), synced('uploads'), answered, ...steps]);
    expect(calls.filter(({ text }) => text.includes(bytes) && /^p?write/.test(text))).toHaveLength(1);
  },
);
