import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import BetterSqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#server/platform/database/database';
import { enqueueSecretMail } from '#server/platform/mail/enqueue-mail';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings/settings';
import { buildStudent, buildSubmission } from '#support/factories';
import { runCommand } from './run-command.ts';

/** A copy of a database of which an index is damaged. */
function copyDamaged(from: string, to: string): void {
  const source = new BetterSqlite(from, { readonly: true });
  source.prepare('vacuum into ?').run(to);
  source.close();
  const copy = new BetterSqlite(to, { readonly: true });
  const root = "select rootpage from sqlite_schema where name = 'submissions_newest'";
  const page = copy.prepare(root).pluck().get() as number;
  const bytes = copy.pragma('page_size', { simple: true }) as number;
  copy.close();
  const file = openSync(to, 'r+');
  writeSync(file, Buffer.alloc(bytes), 0, bytes, (page - 1) * bytes);
  closeSync(file);
}

async function run(...args: string[]): Promise<{ code: number; out: string[]; err: string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(
    args,
    (line) => out.push(line),
    (line) => err.push(line),
  );
  return { code, out, err };
}

test('backup, rehearse and restore: what they print, and with what they end', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'capstone-backup-'));
  const dataDir = (name: string): string => {
    vi.stubEnv('DATA_DIR', path.join(root, name));
    return path.join(root, name);
  };
  dataDir('portal');
  const target = path.join(root, 'backups');
  vi.stubEnv('BACKUP_TARGET', '');
  const context = await openContext(readSettings(), { info() {}, warn() {}, error() {} });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await closeContext(context);
    rmSync(root, { recursive: true, force: true });
  });
  const student = await buildStudent(context, { name: 'ÉLODIE Rao' });
  const friend = await buildStudent(context, { name: 'Ravi' });
  const now = context.clock.now();
  const open = { account_id: student.id, created_at: now, expires_at: now + 9e6, used_at: now };
  const reset = { event: 'link:1', to: student.email, subject: 'Link', text: 'Link', html: 'Link' };
  await context.database.transaction(async (writer) => {
    await enqueueSecretMail(writer, context.secrets, reset, now);
    // As a version wrote it that did not fold names.
    await writer.updateTable('accounts').set({ folded_name: null, folded_from: null }).execute();
    for (const { id } of [student, friend])
      await writer
        .insertInto('calendars')
        .values({ account_id: id, secret: `of ${id}`, schedule: '[]', changed_at: now })
        .execute();
    for (const token of ['a', 'b'])
      await writer
        .insertInto('sessions')
        .values({ ...open, token_hash: token, device: null, proven_at: null })
        .execute();
    await writer
      .insertInto('one_time_tokens')
      .values({ ...open, token_hash: 'c', purpose: 'reset', used_at: null })
      .execute();
    for (const used_at of [null, now])
      await writer
        .insertInto('invitations')
        .values({
          email: 'new@x.test',
          token_hash: `i${used_at}`,
          way: 'print',
          made_by: null,
          made_at: now,
          expires_at: now + 9e6,
          opened_at: null,
          used_at,
          revoked_at: null,
        })
        .execute();
  });
  const staged = await context.files.stage(Readable.from([Buffer.from('work')]), 4);
  await staged.keep();
  const { sha256 } = staged;
  const named = { file_id: 'f', file_name: 'work.txt', file_bytes: 4, file_sha256: sha256 };
  await buildSubmission(context, { account_id: student.id, ...named });
  const plan = { years: 1, batch_id: 1, ended_at: 1, office_at: 1, office_observed_ms: 0 };
  await context.database.transaction((writer) =>
    writer
      .insertInto('retention_plans')
      .values({ account_id: student.id, ...plan, person_at: null, person_observed_ms: null })
      .execute(),
  );

  expect(await run('backup')).toMatchObject({ code: 1, err: [expect.stringContaining('set BACKUP_TARGET')] });
  expect(await run('rehearse', target)).toEqual({
    code: 1,
    out: [],
    err: [`There are no backups in ${target}`],
  });
  vi.stubEnv('BACKUP_TARGET', target);
  const made = await run('backup', '--keep', '3');
  expect(made).toMatchObject({ code: 0, err: [] });
  expect(made.out).toEqual([
    expect.stringMatching(
      /^Backup \S+ in \S+backups: \d+ rows of \d+ tables and 1 file of 4 bytes; 1 new file/,
    ),
  ]);
  const [name] = readdirSync(path.join(target, 'backups')) as [string];
  expect(await run('backups')).toMatchObject({
    code: 0,
    out: [expect.stringMatching(new RegExp(`^${name}  sqlite  .* rows, 1 file of 4 bytes$`))],
  });
  expect(await run('rehearse')).toMatchObject({
    code: 0,
    out: [
      expect.stringMatching(
        new RegExp(`^Backup ${name}: .* test-restored and compared. No differences found.$`),
      ),
    ],
  });
  const noted = await context.database.reader.selectFrom('backups').select('rehearsed_at').execute();
  expect(noted).toEqual([{ rehearsed_at: expect.any(Number) as number }]);

  expect(await run('restore')).toMatchObject({
    code: 1,
    err: [expect.stringMatching(/^The database is not empty: there are rows in accounts/)],
  });
  dataDir('new');
  expect(await run('restore', '--backup', 'x')).toMatchObject({
    code: 1,
    err: [expect.stringContaining(name)],
  });
  expect(await run('restore')).toMatchObject({
    code: 0,
    out: [
      expect.stringContaining('restored and compared.'),
      'Ended: 2 sessions, 0 access tokens, 0 unfinished logins, 1 one-time link, 0 known devices, 1 open invitation. Calendar links, suspensions, passwords and two-step verification are as in the backup.',
    ],
  });
  // The restored database was saved before that backup was recorded.
  expect((await run('doctor')).out.join('\n')).toMatch(/^ok {4}Backup: .*\nok {4}Test restore: /m);
  expect(await run('fsck')).toMatchObject({
    code: 0,
    out: [expect.stringContaining('1 receipt and 0 attachments with 1 file checked: 0 missing')],
  });

  const openIn = async (name: string) => {
    const { reader, close } = await openDatabase({ dataDir: dataDir(name), databaseUrl: null });
    const open = [
      reader.selectFrom('sessions').select('token_hash'),
      reader.selectFrom('one_time_tokens').select('token_hash'),
      reader
        .selectFrom('invitations')
        .where('used_at', 'is', null)
        .where('revoked_at', 'is', null)
        .select('token_hash'),
      // Who was told of a removal is told again.
      reader.selectFrom('retention_plans').select('account_id'),
    ];
    const counts = await Promise.all(open.map(async (of) => (await of.execute()).length));
    await close();
    return counts;
  };
  expect(await openIn('new')).toEqual([0, 0, 0, 0]);
  const restored = await openDatabase({ dataDir: dataDir('new'), databaseUrl: null });
  const names = await restored.reader.selectFrom('accounts').select('folded_name').orderBy('id').execute();
  const links = await restored.reader.selectFrom('calendars').select('account_id').execute();
  await restored.close();
  expect(names, 'found by their folded names at once').toEqual([
    { folded_name: 'élodie rao' },
    { folded_name: null },
  ]);
  expect(links, 'in use since before the backup').toHaveLength(2);

  // A machine whose database alone was lost: it has noted a submission that the backup lacks.
  const note = path.join(dataDir('survivor'), 'newest-submission');
  mkdirSync(path.dirname(note));
  writeFileSync(note, '9\nCAP-later\n');
  const survivor = await run('restore');
  expect(survivor.out).toContain(
    'The backup does not have the submission CAP-later, which this machine recorded.',
  );
  expect((await run('doctor')).out.join('\n')).toMatch(/^fail {2}Newest submission: At least 1 submission/m);
  expect(await run('acknowledge')).toMatchObject({ code: 1 });
  expect(await run('acknowledge', 'nothing', '--reason', 'x')).toMatchObject({ code: 1 });
  expect(await run('acknowledge', 'lost-submissions', '--reason', 'Sent again.')).toMatchObject({
    code: 0,
    out: ['Lost submissions:', 'CAP-later', expect.stringMatching(/^Acknowledged: lost-submissions\./)],
  });
  expect(readFileSync(note, 'utf8'), 'acknowledged').toMatch(/^1\nCAP-(?!later)\w+\n$/);
  expect((await run('doctor')).out.join('\n')).toContain('ok    Newest submission:');
  // Its mail.key is another one.
  expect((await run('acknowledge-loss')).out.slice(0, 2)).toEqual(['Unreadable mail:', 'mail 1']);
  expect(await run('acknowledge-loss')).toMatchObject({ code: 0, out: ['No alarm is on.'] });
  dataDir('moved');
  const moved = await run('restore', '--keep-sessions');
  expect([moved.code, moved.out.length]).toEqual([0, 2]);
  expect(moved.out[1]).toMatch(
    /^The links in 1 waiting email cannot be decrypted here\. Copy mail\.key from /,
  );
  expect(await openIn('moved')).toEqual([2, 1, 1, 0]);
  mkdirSync(dataDir('with-key'));
  copyFileSync(path.join(root, 'portal/mail.key'), path.join(root, 'with-key/mail.key'));
  expect((await run('restore', '--keep-sessions')).out, 'with its key').toHaveLength(1);

  // Who was anonymised since a backup is so again when it is restored: newer ones know.
  dataDir('portal');
  expect(await run('anonymise', student.email, '--reason', 'Asked.')).toMatchObject({ code: 0 });
  expect(await run('backup')).toMatchObject({ code: 0 });
  dataDir('older');
  const older = await run('restore', '--backup', name);
  expect(older.out).toContain('Anonymised again after the restore: 1 person.');
  expect(older.out).toContain('Ended again, since removed after the backup: 1 calendar link.');
  expect((await run('anonymise', student.email, '--reason', 'Asked.')).err).toEqual([
    `There is no account with the email ${student.email}.`,
  ]);

  const stored = path.join(target, 'files', sha256.slice(0, 2), sha256);
  expect(createHash('sha256').update(readFileSync(stored)).digest('hex')).toBe(sha256);
  writeFileSync(stored, 'wark');
  expect(await run('rehearse', '--backup', name)).toMatchObject({
    code: 1,
    out: [expect.stringContaining(`the bytes of ${sha256} have`)],
    err: [expect.stringContaining('1 difference found.')],
  });
  expect((await run('doctor')).out.join('\n')).toMatch(
    new RegExp(`^fail {2}Test restore: 1 test restore found differences: ${name} in `, 'm'),
  );

  // A backup of a damaged database takes the place of none, and is not restored unless it is meant.
  const kept = readdirSync(path.join(target, 'backups'));
  const damaged = dataDir('damaged');
  mkdirSync(damaged);
  copyDamaged(path.join(root, 'portal/capstone.sqlite'), path.join(damaged, 'capstone.sqlite'));
  expect(await run('backup', '--keep', '1')).toMatchObject({
    code: 1,
    err: [expect.stringMatching(/^The database is damaged \(.+No older backup was removed\./)],
  });
  const all = readdirSync(path.join(target, 'backups')).toSorted();
  expect(all).toEqual([...kept, all.at(-1)].toSorted());
  dataDir('cured');
  expect(await run('restore')).toMatchObject({
    code: 1,
    err: [expect.stringContaining(`The newest backup, ${all.at(-1)}, was made of a damaged database`)],
  });
  expect(await run('restore', '--backup', String(all.at(-1)))).toMatchObject({ code: 0 });
  expect((await run('doctor')).out.join('\n')).toMatch(
    /^fail {2}Backup: This database was restored without what could not be read of a damaged database/m,
  );
});
