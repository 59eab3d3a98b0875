import { readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isoInstant } from '#contract/dates';
import { dayMs, minuteMs } from '#contract/durations';
import { changeLines, makeFolder } from '#support/backup-fixture';
import { buildAdministrator, buildStudent, buildSubmission } from '#support/factories';
import { makeJournalled, restoreNewest, rowOf, submitFile } from '#support/journal-fixture';
import { storeFile } from '#support/store-file';
import type { StudentFixture } from '#support/student-fixture';
import { pruneBackups } from '../backups/backup-records.ts';
import { readManifest } from '../backups/parts.ts';
import { writeBackup } from '../backups/write-backup.ts';
import { cutJournal } from './cut-journal.ts';
import { anonymisePerson } from '../../privacy/anonymisation/anonymise-person.ts';
import { Displaced } from './journal-line.ts';
import { makeShipper } from './ship-journal.ts';
import { rehearseBackup } from '../backups/rehearse-backup.ts';

const batchOf = ({ context, student }: StudentFixture) =>
  context.database.reader
    .selectFrom('batches')
    .where('id', '=', student.batch_id)
    .select('name')
    .executeTakeFirstOrThrow();

test('a torn last segment is left out and named, and one that is altered ends the journal', async () => {
  const { fixture, place, shipper } = await makeJournalled();
  for (const bytes of ['first', 'second', 'third']) {
    fixture.clock.advance(1_000);
    await submitFile(fixture, bytes, bytes);
    await shipper.work();
  }
  const { line } = await rowOf(fixture);
  const files = (await place.journal.list(line)).map((name) => path.join(place.shown, 'journal', line, name));
  const last = files.at(-1) as string;
  const names = async () => {
    const { database, report } = await restoreNewest(place);
    const rows = await database.reader.selectFrom('submissions').select('file_name').orderBy('id').execute();
    return { files: rows.map(({ file_name }) => file_name), leftOut: report.journal?.leftOut };
  };
  const whole = readFileSync(last);
  const [backup] = (await place.list()).slice(-1);
  const rehearse = async () => {
    const faults: string[] = [];
    const { segments, files: count } = await rehearseBackup(place, backup as string, (fault) =>
      faults.push(fault),
    );
    return { segments, count, faults };
  };
  expect(await rehearse()).toEqual({ segments: 3, count: 3, faults: [] });
  for (const bytes of [0, 40, whole.length - 3]) {
    truncateSync(last, bytes);
    expect(await rehearse()).toEqual({
      segments: 2,
      count: 2,
      faults: [expect.stringMatching(/^The journal ends early: .*Later changes cannot be restored$/)],
    });
    expect(await names()).toEqual({
      files: ['first.txt', 'second.txt'],
      leftOut: expect.stringContaining(path.basename(last)) as string,
    });
  }
  writeFileSync(last, whole);
  const middle = files[1] as string;
  changeLines(middle, (lines) => lines.slice(0, -2).concat(lines.slice(-1)));
  expect(await names()).toEqual({
    files: ['first.txt'],
    leftOut: expect.stringContaining(path.basename(middle)) as string,
  });
  rmSync(middle);
  expect(await names()).toEqual({ files: ['first.txt'], leftOut: 'Segment 2 is missing' });
  expect((await rehearse()).faults).toEqual([expect.stringContaining('Segment 2 is missing')]);
  // An older backup's journal is cut after a test restore of the newest one.
  fixture.clock.advance(1_000);
  await writeBackup(fixture.context, place);
  expect((await rehearse()).faults).toEqual([]);
});

test('a restored portal begins another line, and the former one cannot write any more, also after a restart', async () => {
  const { fixture, place, shipper } = await makeJournalled();
  const { context } = fixture;
  await submitFile(fixture, 'first', 'first');
  await shipper.work();
  const { database, files } = await restoreNewest(place);
  fixture.clock.advance(1_000);
  const restored = makeShipper({ ...context, database, files });
  await restored.work();
  const claims = await place.journal.claims();
  expect(claims).toHaveLength(2);

  const { line } = await rowOf(fixture);
  const segments = await place.journal.list(line);
  await submitFile(fixture, 'too late', 'late');
  await expect(shipper.work()).rejects.toThrow(Displaced);
  await shipper.giveWay();
  const restarted = makeShipper(context);
  await expect(restarted.work()).rejects.toThrow(Displaced);
  expect(await place.journal.list(line)).toEqual(segments);
  expect((await rowOf(fixture)).displaced_at).toBe(fixture.clock.now());
  expect(await place.journal.claims()).toEqual(claims);
});

test('an older copy of the database does not continue its line', { tags: 'full' }, async () => {
  const { fixture, place, shipper } = await makeJournalled();
  const { context } = fixture;
  const { line } = await rowOf(fixture);
  for (const bytes of ['first', 'second']) {
    await submitFile(fixture, bytes, bytes);
    await shipper.work();
  }
  await shipper.giveWay();
  await context.database.transaction((writer) =>
    writer.updateTable('journal').set({ head: 0, head_sha256: '' }).execute(),
  );
  fixture.clock.advance(1_000);
  await makeShipper(context).work();
  expect((await rowOf(fixture)).line).not.toBe(line);
  expect(await place.journal.claims()).toHaveLength(2);
});

test(
  'two copies of one database that write the same line part within a minute, and one of them stops',
  { tags: 'full' },
  async () => {
    const { fixture, place, shipper } = await makeJournalled();
    const { context, clock } = fixture;
    await submitFile(fixture, 'first', 'first');
    await shipper.work();
    // What the copy would write; the database itself stays where it was.
    const before = await rowOf(fixture);
    for (const bytes of ['second', 'third']) {
      await submitFile(fixture, bytes, bytes);
      await shipper.work();
    }
    await context.database.transaction((writer) =>
      writer.updateTable('journal').set({ head: before.head, head_sha256: before.head_sha256 }).execute(),
    );
    clock.advance(2 * minuteMs);
    await expect(shipper.work()).rejects.toThrow('another copy of this database');
    await shipper.giveWay();
    await shipper.work();
    expect((await rowOf(fixture)).line).not.toBe(before.line);
    expect(await place.journal.claims()).toHaveLength(2);
  },
);

test('a stretch without a copy is named, and what changed in it is there afterwards', async () => {
  const { fixture, place, shipper } = await makeJournalled();
  await shipper.giveWay();
  const from = fixture.clock.now();
  await submitFile(fixture, 'by an older version', 'first');
  fixture.clock.advance(60 * minuteMs);
  const next = makeShipper(fixture.context);
  await next.work();
  await next.work();
  const { report, database } = await restoreNewest(place);
  expect(report.journal?.gaps).toEqual([{ from, to: fixture.clock.now() }]);
  expect(await database.reader.selectFrom('submissions').select('id').execute()).toHaveLength(1);
});

test('a place that is gone, full or not mounted refuses nobody; afterwards all is copied', async () => {
  const target = makeFolder('place');
  const { fixture, place, shipper } = await makeJournalled(target);
  const { line } = await rowOf(fixture);
  const away = `${target}-away`;
  onTestFinished(() => rmSync(away, { recursive: true, force: true }));
  renameSync(target, away);
  await submitFile(fixture, 'first', 'first');
  await expect(shipper.work()).rejects.toThrow(/ENOENT|may not be mounted/);
  await shipper.giveWay();
  // Where nothing is mounted there is an empty folder.
  await expect(shipper.work()).rejects.toThrow('may not be mounted');
  await shipper.giveWay();
  await submitFile(fixture, 'second', 'second');
  rmSync(target, { recursive: true });
  renameSync(away, target);
  await shipper.work();
  await shipper.work();
  expect(await rowOf(fixture)).toMatchObject({ line, head: 1 });
  const { database } = await restoreNewest(place);
  expect(await database.reader.selectFrom('submissions').select('id').execute()).toHaveLength(2);
});

test('what was withdrawn, suspended and erased while the place was gone for an hour is so after the restore', async () => {
  const target = makeFolder('place');
  const { fixture, place, shipper } = await makeJournalled(target);
  const { context, clock, student } = fixture;
  const { name: batch } = await batchOf(fixture);
  const [suspended, erased] = [await buildStudent(context), await buildStudent(context)];
  const words = await storeFile(context, 'words of the erased', 'work.txt');
  await buildSubmission(context, { account_id: erased.id, comments: 'words of the erased', ...words });
  const office = await fixture.as(await buildAdministrator(context));
  const until = isoInstant(clock.now() + 9 * dayMs).slice(0, 10);
  const announced = await office.post(`/api/staff/batches/${batch}/announcements`, { text: 'Exam', until });
  const { number } = (await submitFile(fixture, 'first', 'first')).receipt;
  const mark = { marks: 70, comments: '', released: true };
  await office.put(`/api/staff/submissions/${number}/mark`, mark);
  await shipper.work();

  const away = `${target}-away`;
  onTestFinished(() => rmSync(away, { recursive: true, force: true }));
  renameSync(target, away);
  const withdrawn = { ...mark, released: false, original: mark };
  const body = { act: 'suspend', ids: [String(suspended.id)], reason: 'Left' };
  const answers = [
    await office.put(`/api/staff/submissions/${number}/mark`, withdrawn),
    await office.delete(`/api/staff/batches/${batch}/announcements/${announced.body.id}`),
    await office.post('/api/staff/people-acts', body),
  ];
  expect(answers.map(({ status }) => status < 300)).toEqual([true, true, true]);
  await anonymisePerson(context, { accountId: erased.id, reason: 'asked' });
  for (let part = 1; part <= 4; part += 1) {
    clock.advance(15 * minuteMs);
    await submitFile(fixture, `while away ${part}`, `while away ${part}`);
    await expect(shipper.work()).rejects.toThrow();
    await shipper.giveWay();
  }
  rmSync(target, { recursive: true });
  renameSync(away, target);
  await shipper.work();

  const { database, files, report } = await restoreNewest(place);
  const { reader } = database;
  expect(report.journal?.gaps).toEqual([{ from: clock.now() - 60 * minuteMs, to: clock.now() }]);
  const own = reader.selectFrom('submissions').where('account_id', '=', student.id).select('number');
  expect(await own.execute()).toHaveLength(5);
  expect(await reader.selectFrom('marks').select(['marks', 'released']).execute()).toEqual([
    { marks: 70, released: 0 },
  ]);
  const told = await reader.selectFrom('notices').select('kind').distinct().execute();
  expect(told.map(({ kind }) => kind)).not.toContain('mark-released');
  const announcements = reader.selectFrom('announcements').select('withdrawn_at');
  expect((await announcements.execute()).map(({ withdrawn_at: at }) => at !== null)).toEqual([true]);
  const people = await reader
    .selectFrom('accounts')
    .where('id', 'in', [suspended.id, erased.id])
    .orderBy('id')
    .select(['suspended_at', 'anonymised_at', 'email'])
    .execute();
  expect(people).toEqual([
    { suspended_at: expect.any(Number) as number, anonymised_at: null, email: suspended.email },
    expect.objectContaining({ anonymised_at: expect.any(Number) as number }),
  ]);
  expect(people[1]?.email).not.toBe(erased.email);
  const stored: string[] = [];
  for await (const { sha256 } of files.list()) stored.push(sha256);
  expect(stored).toHaveLength(5);
  expect(stored).not.toContain(words.file_sha256);
});

test('a verified backup cuts the journal: erased words leave the place, later changes and their files stay', async () => {
  const { fixture, place, shipper } = await makeJournalled();
  const { context, clock } = fixture;
  await submitFile(fixture, 'erased', 'first');
  await shipper.work();
  await submitFile(fixture, 'kept', 'second');
  await shipper.work();
  clock.advance(1_000);
  const { name } = await writeBackup(context, place);
  await submitFile(fixture, 'later', 'third');
  await shipper.work();
  const { line } = await rowOf(fixture);
  expect(await place.journal.list(line)).toHaveLength(3);
  expect(await cutJournal(place, await readManifest(place, name))).toBe(2);
  expect(await cutJournal(place, await readManifest(place, name))).toBe(0);

  // Also a file that no backup names stays.
  expect((await pruneBackups(context, place, 1)).files).toBe(0);
  const { database, files, report } = await restoreNewest(place);
  expect(report.journal).toMatchObject({ segments: 1, leftOut: null });
  expect(await database.reader.selectFrom('submissions').select('id').execute()).toHaveLength(3);
  const stored = [];
  for await (const { bytes } of files.list()) stored.push(bytes);
  expect(stored.toSorted()).toEqual([4, 5, 6]);
  const folder = path.join(place.shown, 'journal', line);
  const modes = [folder, path.join(folder, (await place.journal.list(line))[0] as string)];
  expect(modes.map((one) => (statSync(one).mode & 0o777).toString(8))).toEqual(['700', '600']);
});

test('who was anonymised after the backup is so after the restore, without words or files', async () => {
  const { fixture, place, shipper } = await makeJournalled();
  const { context, clock, student } = fixture;
  await submitFile(fixture, 'secret', 'first');
  await shipper.work();
  clock.advance(1_000);
  await writeBackup(context, place);
  await anonymisePerson(context, { accountId: student.id, reason: 'asked' });
  await shipper.work();
  const { database, files } = await restoreNewest(place);
  const rows = database.reader.selectFrom('submissions').select(['comments', 'file_name', 'erased_at']);
  expect(await rows.execute()).toEqual([
    {
      comments: expect.not.stringContaining('secret') as string,
      file_name: 'removed',
      erased_at: expect.any(Number) as number,
    },
  ]);
  const account = database.reader.selectFrom('accounts').where('id', '=', student.id).select('email');
  expect((await account.executeTakeFirstOrThrow()).email).not.toBe(student.email);
  const stored = [];
  for await (const one of files.list()) stored.push(one);
  expect(stored).toEqual([]);
});
