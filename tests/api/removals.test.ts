import { expect, test } from 'vitest';
import {
  buildComment,
  buildPrivateQuestion,
  buildQuestion,
  buildRecord,
  buildUnused,
} from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';
import type { Writer } from '../../src/server/platform/database/database.ts';

/** A transaction, which must not span a call. */
type Write = (work: (writer: Writer) => Promise<unknown>) => Promise<unknown>;
type Began = Record<string, unknown>;
type Answer = { status: number; body: { current?: Began; code?: string } };

/** Its page, the removal of what that has shown, and a colleague's change in between. */
type Removal = {
  seen: Began;
  /** @param key the request's Idempotency-Key */
  remove: (began: Began | undefined, key: string) => Promise<Answer>;
  change: (write: Write) => Promise<unknown>;
  /** What the 409 shows of it. */
  now: Began;
};

type Fixture = Awaited<ReturnType<typeof makePortalFixture<'classmate'>>>;
const key = (value: string) => ({ 'idempotency-key': value });
const until = '2026-12-15';

const removals: Record<string, (fixture: Fixture) => Promise<Removal>> = {
  async 'a question'({ app: { context }, batch, people, clients: { mentor } }) {
    const { id } = await buildQuestion(context, {
      author_id: people.student.id,
      batch_id: batch.id,
      text: 'Old',
    });
    return {
      seen: { text: 'Old' },
      remove: (began, k) =>
        mentor.delete(`/api/discussion/discussion/OURS/question/${id}`, key(k), { began }),
      change: (write) =>
        write((writer) =>
          writer.updateTable('questions').set({ text: 'New' }).where('id', '=', id).execute(),
        ),
      now: { text: 'New' },
    };
  },
  async 'a comment'({ app: { context }, batch, people, clients: { mentor } }) {
    const question = await buildQuestion(context, { author_id: people.student.id, batch_id: batch.id });
    const of = { author_id: people.student.id, question_id: question.id, text: 'Old' };
    const { id } = await buildComment(context, of);
    const url = `/api/discussion/discussion/OURS/question/${question.id}/answer/${id}`;
    return {
      seen: { text: 'Old' },
      remove: (began, k) => mentor.delete(url, key(k), { began }),
      change: (write) =>
        write((writer) => writer.updateTable('comments').set({ text: 'New' }).where('id', '=', id).execute()),
      now: { text: 'New' },
    };
  },
  async 'a post that a mentor hides'({ app: { context }, batch, people, clients: { mentor } }) {
    const { id } = await buildQuestion(context, {
      author_id: people.student.id,
      batch_id: batch.id,
      text: 'Old',
    });
    const url = `/api/discussion/discussion/OURS/question/${id}/moderation`;
    return {
      seen: { text: 'Old' },
      remove: (began, k) => mentor.post(url, { act: 'hide', reason: 'Rude.', began }, key(k)),
      change: (write) =>
        write((writer) =>
          writer.updateTable('questions').set({ text: 'New' }).where('id', '=', id).execute(),
        ),
      now: { text: 'New' },
    };
  },
  async 'the reports of a post'({ app: { context }, batch, people, clients: { mentor, student } }) {
    const of = { author_id: people.classmate.id, batch_id: batch.id, text: 'Old' };
    const { id } = await buildQuestion(context, of);
    const url = `/api/discussion/discussion`;
    const reported = await student.post(`${url}/${people.student.email}/question/${id}/report`, {});
    expect(reported.status).toBe(201);
    return {
      seen: { text: 'Old' },
      remove: (began, k) => mentor.post(`${url}/OURS/question/${id}/reports/dismissal`, { began }, key(k)),
      change: (write) =>
        write((writer) =>
          writer.updateTable('questions').set({ text: 'New' }).where('id', '=', id).execute(),
        ),
      now: { text: 'New' },
    };
  },
  async 'a private question'({ app: { context }, batch, people, clients: { student, mentor } }) {
    const own = await buildPrivateQuestion(context, {
      authorId: people.student.id,
      batchId: batch.id,
      text: 'Old',
    });
    const url = `/api/discussion/private/${people.student.email}/${own.id}`;
    const remove = (began: Began | undefined, k: string) =>
      student.put(url, { act: 'delete', post: own.post, began }, key(k));
    return {
      seen: { text: 'Old', newest: own.post },
      remove,
      // Deleted with it, an answer would go unread.
      change: () => mentor.post('/api/discussion/private/OURS', { text: 'Yes.', question: own.id }),
      now: { text: 'Old', newest: String(Number(own.post) + 1) },
    };
  },
  async 'a planned announcement'({ clients: { mentor } }) {
    const planned = { text: 'Old', publish_at: '2026-12-10T09:00', until };
    const url = '/api/staff/batches/OURS/planned-announcements';
    expect((await mentor.post(url, planned)).status).toBe(201);
    const { _id, id = _id } = (await mentor.get(url)).body[0];
    return {
      seen: { text: 'Old' },
      remove: (began, k) => mentor.delete(`${url}/${id}`, key(k), { began }),
      change: () => mentor.put(`${url}/${id}`, { text: 'New', until }),
      now: { text: 'New' },
    };
  },
  async 'an announcement'({ clients: { mentor } }) {
    const url = '/api/staff/batches/OURS/announcements';
    const { id } = (await mentor.post(url, { text: 'Old', until })).body;
    return {
      seen: { text: 'Old' },
      remove: (began, k) => mentor.delete(`${url}/${id}`, key(k), { began }),
      change: () => mentor.put(`${url}/${id}`, { text: 'New', until }),
      now: { text: 'New' },
    };
  },
  async 'a phrase'({ clients: { mentor } }) {
    const { id } = (await mentor.post('/api/staff/phrases', { name: 'a', text: 'Old' })).body;
    const url = `/api/staff/phrases/${id}`;
    return {
      seen: { name: 'a', text: 'Old' },
      remove: (began, k) => mentor.delete(url, key(k), { began }),
      change: () => mentor.put(url, { name: 'a', text: 'New' }),
      now: { name: 'a', text: 'New' },
    };
  },
  async 'a shared phrase'({ clients: { mentor } }) {
    const url = '/api/staff/phrases/shared/batch/OURS';
    const { id } = (await mentor.post(url, { name: 'a', text: 'Old' })).body;
    return {
      seen: { name: 'a', text: 'Old' },
      remove: (began, k) => mentor.delete(`${url}/${id}`, key(k), { began }),
      change: () => mentor.put(`${url}/${id}`, { name: 'a', text: 'New' }),
      now: { name: 'a', text: 'New' },
    };
  },
  async 'a course'({ app: { context }, course, clients: { administrator } }) {
    const { course: name } = await buildUnused(context, course.id);
    const url = `/api/staff/catalogue/courses/${encodeURIComponent(name)}`;
    const { course: entry } = (await administrator.get(url)).body;
    return {
      seen: { version: entry.version },
      remove: (began, k) => administrator.delete(url, key(k), { began }),
      change: async () =>
        expect(await administrator.put(url, { name, retired: true })).toMatchObject({ status: 200 }),
      now: { retired: true },
    };
  },
  async 'a batch'({ app: { context }, course, clients: { administrator } }) {
    const { batch: name } = await buildUnused(context, course.id);
    const url = `/api/staff/catalogue/batches/${encodeURIComponent(name)}`;
    const entry = (await administrator.get(url)).body;
    return {
      seen: { version: entry.version },
      remove: (began, k) => administrator.delete(url, key(k), { began }),
      change: () => administrator.put(url, { ...entry, mentors: ['Kavitha Raj'], began: { mentors: [] } }),
      now: { mentors: ['Kavitha Raj'] },
    };
  },
  async 'a project'({ app: { context }, course, clients: { administrator } }) {
    const { project: id } = await buildUnused(context, course.id);
    const url = `/api/staff/catalogue/projects/${id}`;
    const entry = (await administrator.get(url)).body;
    return {
      seen: { version: entry.version },
      remove: (began, k) => administrator.delete(url, key(k), { began }),
      change: (write) =>
        write((writer) => writer.updateTable('projects').set({ name: 'New' }).where('id', '=', id).execute()),
      now: { name: 'New' },
    };
  },
  async 'a picture of the catalogue'({ app: { context }, course, clients: { administrator } }) {
    const { file } = await buildUnused(context, course.id);
    const { files } = (await administrator.get('/api/staff/catalogue/files')).body;
    const { sha256 } = files.find(({ path }: { path: string }) => path === `/images/${file}`);
    const replace = (bytes: string, original: string) =>
      administrator.form('/api/staff/catalogue/files', [
        ['file', { name: file, bytes }],
        ['original', original],
      ]);
    return {
      seen: { sha256 },
      remove: (began, k) =>
        administrator.delete(`/api/staff/catalogue/files/images/${file}`, key(k), { began }),
      change: async () =>
        expect(
          await replace('<svg xmlns="http://www.w3.org/2000/svg"><title>New</title></svg>', sha256),
        ).toMatchObject({ status: 200 }),
      now: { path: `/images/${file}`, used_by: [] },
    };
  },
  async 'a guardian'({ people, clients: { administrator } }) {
    const url = `/api/staff/people/${people.classmate.email}/guardian`;
    const old = { name: 'Old', contact: '9000000001' };
    expect((await administrator.put(url, old)).status).toBe(200);
    return {
      seen: old,
      remove: (began, k) => administrator.delete(url, key(k), { began }),
      change: () => administrator.put(url, { ...old, name: 'New' }),
      now: { name: 'New' },
    };
  },
  async 'a hold on a person'({ people, clients: { administrator } }) {
    const url = `/api/staff/people/${people.classmate.email}/hold`;
    expect((await administrator.put(url, { reason: 'Old' })).status).toBe(200);
    return {
      seen: { reason: 'Old' },
      remove: (began, k) => administrator.delete(url, key(k), { began }),
      change: () => administrator.put(url, { reason: 'New' }),
      now: { reason: 'New' },
    };
  },
  async 'a hold on a batch'({ batch, clients: { administrator } }) {
    const url = `/api/staff/batches/${batch.name}/hold`;
    expect((await administrator.put(url, { reason: 'Old' })).status).toBe(200);
    return {
      seen: { reason: 'Old' },
      remove: (began, k) => administrator.delete(url, key(k), { began }),
      change: () => administrator.put(url, { reason: 'New' }),
      now: { reason: 'New' },
    };
  },
  async 'a mark without a file'({ app: { context, clock }, people, clients: { mentor } }) {
    const of = { account_id: people.student.id, task: 'week-2', released: 0 } as const;
    const { id } = await buildRecord(context, of);
    const at = new Date(clock.now()).toISOString();
    const url = `/api/staff/students/${people.student.email}/tasks/week-2/recorded`;
    return {
      seen: { at },
      remove: (began, k) => mentor.delete(url, key(k), { began }),
      change: (write) =>
        write((writer) =>
          writer
            .updateTable('recorded_marks')
            .set({ comments: 'New', recorded_at: clock.now() + 60_000 })
            .where('id', '=', id)
            .execute(),
        ),
      now: { comments: 'New' },
    };
  },
};

test('what was edited after it was shown is removed once that was seen', async () => {
  const fixture = await makePortalFixture({ classmate: {} });
  for (const [name, prepare] of Object.entries(removals)) {
    const { seen, remove, change, now } = await prepare(fixture);
    fixture.app.clock.advance(1_000);
    await change(fixture.app.context.database.transaction);
    const refused = await remove(seen, `${name} first`);
    expect(refused, name).toMatchObject({ status: 409, body: { code: 'conflict', current: now } });
    const current = refused.body.current ?? {};
    const shown = Object.fromEntries(Object.keys(seen).map((member) => [member, current[member]]));
    const removed = await remove(shown, `${name} second`);
    expect(removed.status, name).toBeLessThan(300);
    // Its first answer, whatever is there now.
    expect((await remove(seen, `${name} second`)).status, name).toBe(removed.status);
  }
});

test('a page that does not say what it has shown removes as before', async () => {
  const fixture = await makePortalFixture({ classmate: {} });
  for (const [name, prepare] of Object.entries(removals)) {
    const { remove, change } = await prepare(fixture);
    await change(fixture.app.context.database.transaction);
    expect((await remove(undefined, name)).status, name).toBeLessThan(300);
  }
});
