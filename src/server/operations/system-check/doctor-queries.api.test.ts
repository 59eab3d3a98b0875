import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { buildAdministrator, buildStudent, buildSubmission } from '#support/factories';
import { makeTestContext } from '#support/test-app';
import { newestLineAt } from '../../audit/list-lines.ts';
import { readBackupAges } from '../backups/backup-records.ts';
import { sampleSubmittedFiles } from '../../submissions/list-submitted-files.ts';
import { newestSubmissions } from '../../submissions/queries.ts';
import { recordHeldMailDecision } from './portal-mail.ts';

test('the newest line of the audit log, the newest submission and the age of the portal are found', async () => {
  const { context, clock } = await makeTestContext();
  const { reader } = context.database;
  expect([await newestLineAt(reader), await newestSubmissions(reader, 1)]).toEqual([0, []]);
  expect(await readBackupAges(context)).toMatchObject({ backupMs: 0, rehearsedAt: null });
  const { id: actorId } = await buildAdministrator(context);
  const { id: account_id } = await buildStudent(context);
  const { id, number } = await buildSubmission(context, { account_id });
  clock.advance(dayMs);
  await context.database.transaction((writer) =>
    recordHeldMailDecision('drop', actorId)(writer, clock.now(), 2),
  );
  expect([await newestLineAt(reader), await newestSubmissions(reader, 2)]).toEqual([
    clock.now(),
    [{ id, number }],
  ]);
  expect(await readBackupAges(context)).toMatchObject({ backupMs: dayMs, rehearsalMs: dayMs });
});

test('files of submissions are sampled: the newest ones, and others evenly from all', async () => {
  const { context } = await makeTestContext();
  const { id: account_id } = await buildStudent(context);
  for (let version = 1; version <= 9; version++)
    await buildSubmission(context, {
      account_id,
      version,
      file_id: `file-${version}`,
      file_name: 'work.txt',
      file_bytes: 1,
      file_sha256: String(version).repeat(64),
    });
  const sample = await sampleSubmittedFiles(context.database.reader, 3);
  expect(sample.map(({ version }) => version)).toEqual([9, 8, 7, 1, 4]);
});
