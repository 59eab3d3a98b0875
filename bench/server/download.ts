import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/all-paths';
import { openDatabase } from '#server/platform/database/database';
import { buildSubmission } from '#support/factories';
import { systemClock } from '#server/platform/context';
import type { Engine } from '../engines.ts';
import { percentile } from '../figures.ts';
import { startWarmPortal, watchMemory, type Running } from '../servers.ts';
import { makeClass, type Student } from '../students.ts';
import { submitFiles } from './submissions.ts';

const pauseMs = 20;
/** As long as a large ZIP takes: reads alone also make the memory grow. */
const idleMs = 60_000;
/** As phones and Windows make them. */
const names = ['work.zip', 'എന്റെ പണി.zip', 'aux.txt', 'a:b?c.pdf'];

/** Everybody's newest version of a week shares the bytes of one submission: the ZIP has them each time. */
async function seed(engine: Engine, count: number) {
  const home = await engine.makeHome();
  const database = await openDatabase(home);
  const { students, mentor, batch } = await makeClass(database, count);
  const portal = await startWarmPortal(home.environment);
  const [first] = students;
  await submitFiles(portal, first, 1);
  await portal.stop();
  const { file_sha256, file_bytes } = await database.reader
    .selectFrom('submissions')
    .select(['file_sha256', 'file_bytes'])
    .executeTakeFirstOrThrow();
  const accounts = await database.reader
    .selectFrom('accounts')
    .where('role', '=', 'student')
    .where('email', '!=', first.email)
    .select('id')
    .execute();
  const context = { database, clock: systemClock };
  for (const [n, { id }] of accounts.entries()) {
    const file = {
      file_id: randomUUID(),
      file_name: names[n % names.length] ?? null,
      file_sha256,
      file_bytes,
    };
    await buildSubmission(context, { account_id: id, ...file });
  }
  await database.close();
  return { home, student: first, mentor, batch };
}

/** Reads one after the other until `isOver`. @returns the 99th percentile in ms */
async function readMeanwhile(portal: Running, student: Student, isOver: () => boolean): Promise<number> {
  const took: number[] = [];
  const url = portal.url + fillPath(paths.readTimeline.path, { s_id: student.email });
  while (!isOver()) {
    const at = performance.now();
    const answer = await fetch(url, { headers: { cookie: student.cookie } });
    await answer.arrayBuffer();
    took.push(performance.now() - at);
    await sleep(pauseMs);
  }
  return percentile(took, 0.99);
}

/** What 7-Zip, macOS and Windows ask of an archive; prints what is wrong. */
const rules = String.raw`
import re, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    seen = set()
    for entry in archive.infolist():
        name = entry.filename
        assert name.isascii() or entry.flag_bits & 0x800, f'no UTF-8 flag: {name}'
        assert name.casefold() not in seen, f'twice: {name}'
        seen.add(name.casefold())
        for part in name.split('/'):
            assert not re.search(r'[<>:"\\|?*\x00-\x1f]|[. ]$', part), f'not on Windows: {name}'
            assert not re.match(r'(con|prn|aux|nul|com\d|lpt\d)(\.|$)', part, re.I), f'reserved: {name}'
    assert any('എന്റെ പണി.zip' in name for name in seen), 'a Malayalam name is gone'
    print(len(seen))
`;

/**
 * A mentor downloads a whole batch's files as one ZIP while a student reads.
 * @returns memory in MB, percentiles in ms
 */
export async function measureDownload(engine: Engine, count: number) {
  const { home, student, mentor, batch } = await seed(engine, count);
  const portal = await startWarmPortal(home.environment);
  const stopIdle = watchMemory(portal);
  const idleUntil = performance.now() + idleMs;
  const idle = await readMeanwhile(portal, student, () => performance.now() > idleUntil);
  const rest = stopIdle();
  const stopWatching = watchMemory(portal);
  const zip = path.join(home.dataDir, 'batch.zip');
  const url = `${portal.url}${paths.exportFiles.path}?batch=${batch}&task=week-1`;
  const began = performance.now();
  let isOver = false;
  // In a process of its own, so that the reads are not slowed by their own client.
  const curl = spawn('curl', ['-sSf', '-H', `cookie: ${mentor.cookie}`, '-o', zip, url], {
    stdio: 'inherit',
  });
  const exit = once(curl, 'exit').finally(() => (isOver = true));
  const busy = await readMeanwhile(portal, student, () => isOver);
  const [code] = await exit;
  if (code !== 0) throw new Error(`curl ended with ${code}`);
  const ms = performance.now() - began;
  const most = stopWatching();
  await portal.stop();
  const checks = [
    ['python3', '-c', rules, zip],
    ['unzip', '-tqq', zip],
  ].map(([program = '', ...args]) => spawnSync(program, args, { encoding: 'utf8' }));
  rmSync(zip);
  const wrong = checks.map(({ status, stderr, error }) => (status === 0 ? '' : (error?.message ?? stderr)));
  return { rest, most, idle, busy, ms, entries: Number(checks[0]?.stdout), wrong: wrong.join('').trim() };
}
