import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildBatch, buildSelection, buildStudent } from '#support/factories';
import { makeTestApp, type Client, type FormParts, type TestApp } from '#support/test-app';

const day = 24 * 60 * 60_000;

type Desk = TestApp & { student: { id: number; email: string }; client: Client; url(kind: string): string };

/** A student whose project started some days ago. */
async function makeDesk(days = 40, settings: Parameters<typeof makeTestApp>[0] = {}): Promise<Desk> {
  const app = await makeTestApp(settings);
  const student = await buildStudent(app.context);
  await buildSelection(app.context, { account_id: student.id, started_at: app.clock.now() - days * day });
  return {
    ...app,
    student,
    client: await app.as(student),
    url: (kind) => `/api/students/${kind}/${student.email}`,
  };
}

const staged = ({ dataDir }: TestApp): string[] => readdirSync(path.join(dataDir, 'files', 'staging'));
const kept = ({ dataDir }: TestApp): string[] =>
  readdirSync(path.join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 60);
const rows = ({ context }: TestApp) => context.database.reader.selectFrom('submissions').selectAll().orderBy('id').execute();

const file = (bytes: string | Buffer, name = 'work.txt') => ['files', { name, bytes }] as const;
const week = (n: string) => ['selectedWeek', n] as const;

test('a week is handed in: words, receipt, bytes', async () => {
  const desk = await makeDesk(8);
  const answer = await desk.client.form(desk.url('uploadWeek'), [
    week('1'),
    ['links', 'https://git.example.test/work'],
    file('hello', 'എന്റെ ജോലി.pdf'),
    ['comments', 'Please look.'],
  ]);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      message: 'Congrats!!! You have submitted your work for the week',
      receipt: {
        task: 'week-1',
        version: 1,
        submitted_at: '2026-11-21T09:00:00.000Z',
        late: false,
        links: 'https://git.example.test/work',
        comments: 'Please look.',
        file: { name: 'എന്റെ ജോലി.pdf', bytes: 5, sha256: createHash('sha256').update('hello').digest('hex') },
      },
    },
  });
  expect(answer.body.receipt.number).toMatch(/^CAP(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
  expect(kept(desk)).toHaveLength(1);
  expect(staged(desk)).toEqual([]);
});
