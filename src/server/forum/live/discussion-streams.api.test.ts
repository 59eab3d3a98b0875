import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { eventually } from '#support/eventually';
import { buildBatch, buildQuestion, buildStudent } from '#support/factories';
import { makeTestContext } from '#support/test-app';
import { readChanges } from './changes-since.ts';
import { makeDiscussionStreams } from './discussion-streams.ts';

async function makeStreams() {
  const { context } = await makeTestContext();
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id });
  const streams = makeDiscussionStreams(context, { come: () => {}, leave: () => {} });
  const following = {
    topic: `batch:${batch.id}` as const,
    read: (since: number) => readChanges(context.database.reader, { batchId: batch.id, since }),
    batchId: batch.id,
    accountId: student.id,
    mayRead: async () => true,
  };
  const ask = () => buildQuestion(context, { batch_id: batch.id, author_id: student.id });
  return { streams, following, ask };
}

test('whoever has left before their stream begins is not followed by it', async () => {
  const { streams, following } = await makeStreams();
  const begin = streams.open({ ...following, seen: 0 });
  const gone = new PassThrough();
  gone.destroy();
  begin(gone);
  expect(streams.count()).toBe(0);
  await streams.close();
});

test(
  'a reader who takes nothing is cut off before much has gathered for them; others are not',
  { tags: 'full' },
  async () => {
    const { streams, following, ask } = await makeStreams();
    // Takes the first text and never says that it has.
    const slow = new Writable({ decodeStrings: false, write() {} });
    const quick = new PassThrough().resume();
    for (const out of [slow, quick]) streams.open({ ...following, seen: 0 })(out);
    expect(streams.count()).toBe(2);
    // So much as no line takes at once, as if many questions had been asked.
    slow.write('x'.repeat(70_000));
    await ask();
    await eventually(() => expect(slow.destroyed).toBe(true));
    expect([quick.destroyed, streams.count()]).toEqual([false, 1]);
    await streams.close();
  },
);
