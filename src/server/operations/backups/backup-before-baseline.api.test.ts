import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app';
import { makeDatabase } from '#server/platform/database/database';
import { steps } from '#server/platform/database/migrate';
import { readStepsDone } from '#server/platform/database/schema-step';
import { makeFolder, makeHome, makePlace } from '#support/backup-fixture';
import { engineName } from '#support/empty-database';
import { comments, week } from '#support/student-fixture';
import { makeClient, makeTestContext } from '#support/test-app';
import { chooseBackup } from './parts.ts';
import { manifestName, type BackupPlace } from './backup-place.ts';
import { rehearseBackup } from './rehearse-backup.ts';
import { restoreBackup } from './restore-backup.ts';

/**
 * Backups that versions before the baseline wrote, by the names of their fixtures: a student with a session, a submission with its
 * file, a mark and a question.
 */
const written = {
  'backup-at-step-0074-sqlite': {
    session: '8E99OBP1JqFBbFiqpvmLU4otq8QHcAi5dchNQG3MYHk',
    number: 'CAP-N0FC-ZMVS-WZ4R-R2T8',
    rows: 35,
  },
  'backup-before-baseline-sqlite': {
    session: 'nxOCyPGPKGXurjMV6Vbh8ocAK7dHRgdF6BKEKAF9Iq0',
    number: 'CAP-B347-HBY1-GA90-QYE2',
    rows: 35,
  },
  'backup-before-baseline-postgres': {
    session: 'bV3TVqomtzl3411sxB7NFfyPyRkONIhdqqetAUvIQT0',
    number: 'CAP-F0GA-JRDN-EV4J-EAA5',
    rows: 37,
  },
};

type Fixture = keyof typeof written;

async function unpack(fixture: Fixture): Promise<{ place: BackupPlace; name: string; manifest: string }> {
  const packed = new URL(`../../../../tests/fixtures/${fixture}.tar.gz`, import.meta.url);
  const folder = makeFolder('earlier-backup');
  execFileSync('tar', ['-xzf', fileURLToPath(packed), '-C', folder]);
  const place = await makePlace(folder);
  const name = await chooseBackup(place, null);
  return { place, name, manifest: path.join(folder, 'backups', name, manifestName) };
}

test.each(Object.keys(written) as Fixture[])(
  '%s is rehearsed, restored and worked on',
  { tags: 'full' },
  async (fixture) => {
    const { session, number, rows } = written[fixture];
    const { place, name } = await unpack(fixture);
    const faults: string[] = [];
    expect(await rehearseBackup(place, name, (fault) => faults.push(fault))).toMatchObject({
      rows,
      files: 1,
    });
    expect(faults).toEqual([]);
    const home = await makeHome(engineName, 'folder');
    expect(await restoreBackup(home.engine, home.files, place, name)).toMatchObject({
      rows,
      files: 1,
      lacking: [],
    });
    const { reader } = home.engine;
    expect(await readStepsDone(reader)).toEqual(Object.keys(steps));
    const { oldest_program } = await reader
      .selectFrom('schema_range')
      .select('oldest_program')
      .executeTakeFirstOrThrow();
    expect(oldest_program, 'versions before the baseline are shut out').toBe(80);

    const { context } = await makeTestContext();
    const app = await buildApp(
      { ...context, database: makeDatabase(home.engine), files: home.files },
      { pages: null },
    );
    onTestFinished(() => app.close());
    const client = makeClient(app, { capstone: session });
    const marked = await client.get('/api/students/timeline/elodie@example.test');
    expect(marked.status, 'the session holds').toBe(200);
    expect(JSON.stringify(marked.body)).toContain('71.5');
    const forum = '/api/discussion/discussion/elodie@example.test';
    expect((await client.get(forum)).body.questions).toMatchObject([
      { question: 'How do I install **Netlify**?', author: { name: 'ÉLODIE Rao' } },
    ]);
    expect((await client.get(`${forum}/questions?q=netlify`)).body.questions).toHaveLength(1);
    const again = await client.form('/api/students/uploadWeek/elodie@example.test', [
      week('1'),
      comments('Once more.'),
    ]);
    expect(again.status).toBe(201);
    const versions = reader.selectFrom('submissions').select(['version', 'number']).orderBy('version');
    expect(await versions.execute()).toEqual([
      { version: 1, number },
      { version: 2, number: expect.any(String) as string },
    ]);
    expect(await reader.selectFrom('task_progress').select(['version', 'is_marked']).execute()).toEqual([
      { version: 2, is_marked: 0 },
    ]);
    // Names that no version had folded, the portal's start does.
    if (fixture === 'backup-at-step-0074-sqlite') return;
    const folded = reader.selectFrom('person_words').where('word', '=', 'élodie rao').select('account_id');
    expect(await folded.execute(), 'found by the folded name').toHaveLength(1);
  },
);

test('a backup whose schema ended before the last step of then is refused in one line, with the way out', async () => {
  const { place, name, manifest } = await unpack('backup-before-baseline-sqlite');
  const known = JSON.parse(readFileSync(manifest, 'utf8')) as { steps: string[] };
  const home = await makeHome('sqlite', 'folder');
  for (const [earlier, end] of [
    [known.steps.slice(0, 73), '0073-post-reports'],
    [known.steps.toSpliced(40, 1), '0078-links-first'],
  ] as const) {
    writeFileSync(manifest, JSON.stringify({ ...known, steps: earlier }));
    await expect(restoreBackup(home.engine, home.files, place, name)).rejects.toThrow(
      `The backup was made by an earlier version of the portal (its schema ends at ${end}). Restore it with a version that knows 0078-links-first, start that version, and back up again`,
    );
  }
  expect(await readStepsDone(home.engine.reader)).toEqual([]);
});
