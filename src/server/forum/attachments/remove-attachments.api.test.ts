import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '#contract/durations';
import { readZip } from '#support/read-zip';
import { makePlace } from '#support/backup-fixture';
import { attach } from '#support/attachments';
import { buildBatch, buildStudent, buildSubmission } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { finishAnonymisation } from '../../privacy/anonymisation/finish-anonymisation.ts';
import { anonymisePerson } from '../../privacy/anonymisation/anonymise-person.ts';
import { writeBackup } from '../../operations/backups/write-backup.ts';
import { checkFiles } from '../../submissions/check-files.ts';
import { listAttachedFiles } from './attached-files.ts';
import { removeUnusedAttachmentsJob } from './remove-attachments.ts';

const discussions = '/api/discussion/discussion';
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

async function makeSender() {
  const portal = await makeTestApp();
  const { context, clock } = portal;
  // Files are as old as the machine says: what is swept has to be older than that.
  clock.set(Date.now());
  const batch = await buildBatch(context, {});
  const student = await buildStudent(context, { batch_id: batch.id });
  const client = await portal.as(student);
  const kept = () =>
    readdirSync(path.join(portal.dataDir, 'files'), { recursive: true, encoding: 'utf8' })
      .map((name) => path.basename(name))
      .filter((name) => /^[0-9a-f]{64}$/.test(name))
      .toSorted();
  const codes = async () =>
    (await context.database.reader.selectFrom('attachments').select('code').orderBy('id').execute()).map(
      ({ code }) => code,
    );
  const send = async (bytes: string) => (await attach(client, student.email, { bytes })).body;
  const ask = async (question: string) =>
    (await client.post(`${discussions}/${student.email}/question`, { question, format: 'markdown' })).body
      .questions[0]._id as string;
  const sweep = () => removeUnusedAttachmentsJob.run(context, null, new AbortController().signal);
  return { portal, context, clock, batch, student, client, kept, codes, send, ask, sweep };
}

test('what no post names goes after a day, with its bytes; what one names stays', async () => {
  const { clock, kept, codes, send, ask, sweep, client, student } = await makeSender();
  const posted = await send('posted');
  const forgotten = await send('forgotten');
  const taken = await send('taken out');
  const id = await ask(`${posted.mark} ${taken.mark}`);
  clock.advance(dayMs - minuteMs);
  await client.put(`${discussions}/${student.email}/question/${id}`, { questionText: posted.mark });
  await sweep();
  expect(await codes()).toEqual([posted.id, forgotten.id, taken.id]);
  clock.advance(minuteMs);
  await sweep();
  expect(await codes()).toEqual([posted.id, taken.id]);
  expect(kept()).toEqual([sha('posted'), sha('taken out')].toSorted());
  clock.advance(dayMs);
  await sweep();
  expect(await codes()).toEqual([posted.id]);
  expect(kept()).toEqual([sha('posted')]);
});

test('bytes that something else needs stay: another attachment, or a submission', async () => {
  const { context, clock, kept, codes, send, ask, sweep, student } = await makeSender();
  await send('twice');
  const posted = await send('twice');
  await ask(posted.mark);
  await send('handed in');
  await buildSubmission(context, {
    account_id: student.id,
    file_id: 'A',
    file_name: 'a.txt',
    file_bytes: 9,
    file_sha256: sha('handed in'),
  });
  clock.advance(dayMs);
  await sweep();
  expect(await codes()).toEqual([posted.id]);
  expect(kept()).toEqual([sha('handed in'), sha('twice')].toSorted());
});

test('what is given up can be named by no post any more', async () => {
  const { context, clock, client, student, send, ask, sweep } = await makeSender();
  const sent = await send('late');
  clock.advance(dayMs);
  const { removeUnused } = context.files;
  // The bytes cannot be removed just now.
  context.files.removeUnused = async () => false;
  await sweep();
  const id = await ask(sent.mark);
  const { body } = await client.get(`${discussions}/${student.email}?question=${id}`);
  expect(body.questions[0]).not.toHaveProperty('attachments');
  expect((await client.get(`/api/discussion/attachments/${sent.id}`)).status).toBe(404);
  const named = context.database.reader.selectFrom('attachment_posts').selectAll();
  expect(await named.execute()).toEqual([]);
  context.files.removeUnused = removeUnused;
  await sweep();
  expect(await context.database.reader.selectFrom('attachments').select('id').execute()).toEqual([]);
});

test('the files of a person who is anonymised go, wherever they stand', async () => {
  const { context, clock, kept, codes, send, ask, student } = await makeSender();
  await ask((await send('posted')).mark);
  await send('waiting');
  await anonymisePerson(context, { accountId: student.id, reason: 'asked' });
  const names = await context.database.reader.selectFrom('attachments').select('name').distinct().execute();
  expect(names).toEqual([{ name: 'removed' }]);
  clock.advance(20 * minuteMs);
  await finishAnonymisation(context, student.id);
  expect(await codes()).toEqual([]);
  expect(kept()).toEqual([]);
});

test('a backup has what only an attachment needs, and what a submission needs too once', async () => {
  const { context, send, ask, kept, student } = await makeSender();
  await ask((await send('attached alone')).mark);
  await send('handed in too');
  await buildSubmission(context, {
    account_id: student.id,
    file_id: 'A',
    file_name: 'a.txt',
    file_bytes: 13,
    file_sha256: sha('handed in too'),
  });
  const place = await makePlace();
  expect(await writeBackup(context, place)).toMatchObject({ files: 2, copiedFiles: 2, faults: [] });
  const found: string[] = [];
  for await (const { sha256 } of place.files.list()) found.push(sha256);
  expect(found.toSorted()).toEqual(kept());
});

test('a person’s record lists what they have attached, and has the files', async () => {
  const { portal, student, send, ask } = await makeSender();
  const sent = await send('my log');
  await ask(sent.mark);
  const url = `/api/students/record/${student.email}`;
  const { rawPayload } = await portal.app.inject({
    url,
    headers: { cookie: await portal.cookieOf(student) },
  });
  const record = new Map(readZip(rawPayload));
  const file = `forum/attachments/${sent.id}/server.log`;
  expect(JSON.parse(String(record.get('forum/attachments.json')))).toMatchObject([
    { attachment: sent.id, name: 'server.log', bytes: 6, file },
  ]);
  expect(String(record.get(file))).toBe('my log');
});

test('fsck knows attachments: theirs are no orphans, and what is missing is named', async () => {
  const { context, clock, send, ask, kept } = await makeSender();
  const lost = await send('lost');
  await ask(`${(await send('there')).mark} ${lost.mark}`);
  clock.advance(2 * dayMs);
  await context.files.removeUnused(sha('lost'), clock.now());
  const found: unknown[] = [];
  const report = await checkFiles(context, { dryRun: false, others: listAttachedFiles }, (finding) =>
    found.push(finding),
  );
  expect(found).toMatchObject([{ kind: 'missing', other: { code: lost.id, name: 'server.log' } }]);
  expect(report).toMatchObject({ others: 2, files: 2, orphans: { removed: 0, left: 0, recent: 0 } });
  expect(kept()).toEqual([sha('there')]);
});
