import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { comments, dayMs, file, makeStudentFixture, week } from '#support/student-fixture';
import { buildSelection, buildStudent } from '#support/factories';
import { begin, head, idOf, patch, uploadsOnDisk, uploadWhole } from '#support/tus';

const upload = (id: string) => ['upload', id] as const;
const sha256 = createHash('sha256').update('hello').digest('hex');
const refused = (message: string, code = 'bad_request') => ({ status: 400, body: { code, message } });
const unknown = refused('There is no such upload. Please pick the file again.', 'no_upload');

test('a finished upload is submitted like a file, and then gone', async () => {
  const fixture = await makeStudentFixture(8);
  const id = await uploadWhole(fixture.client, 'hello', { name: '../എന്റെ ജോലി.pdf' });
  const answer = await fixture.client.form(fixture.url('uploadWeek'), [
    upload(id),
    comments('Please look.'),
    week('1'),
  ]);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      receipt: { task: 'week-1', version: 1, file: { name: 'എന്റെ ജോലി.pdf', bytes: 5, sha256 } },
    },
  });
  expect(fixture.kept()).toEqual([expect.stringContaining(sha256)]);
  expect(fixture.staged()).toEqual([]);
  expect(uploadsOnDisk(fixture)).toEqual([]);
  expect((await head(fixture.client, id)).status).toBe(404);
  const read = await fixture.client.get(`/api/files/${answer.body.receipt.file.id}`);
  expect(read.body).toBe('hello');
});

test('the viva counts an upload as its file', async () => {
  const fixture = await makeStudentFixture(28);
  const id = await uploadWhole(fixture.client, 'slides', { task: 'viva' });
  const answer = await fixture.client.form(fixture.url('uploadViva'), [comments('Mine'), upload(id)]);
  expect(answer).toMatchObject({ status: 201, body: { receipt: { file: { bytes: 6 } } } });
});

test('what is unfinished, unknown, expired, of another task or another student is refused and stays', async () => {
  const fixture = await makeStudentFixture(15);
  const other = await buildStudent(fixture.context, { batch_id: fixture.student.batch_id });
  await buildSelection(fixture.context, {
    account_id: other.id,
    started_at: fixture.clock.now() - 15 * dayMs,
  });
  const foreign = await uploadWhole(await fixture.as(other), 'hello');
  const unfinished = idOf(await begin(fixture.client));
  await patch(fixture.client, unfinished, 'hell');
  const elsewhere = await uploadWhole(fixture.client, 'hello', { task: 'week-2' });
  const send = (id: string) => fixture.client.form(fixture.url('uploadWeek'), [week('1'), upload(id)]);

  expect(await send('f'.repeat(32))).toMatchObject(unknown);
  expect(await send('../files')).toMatchObject(unknown);
  expect(await send(foreign)).toMatchObject(unknown);
  expect(await send(unfinished)).toMatchObject(refused('The upload is not finished yet.', 'no_upload'));
  expect(await send(elsewhere)).toMatchObject(refused('This upload belongs to another task.'));
  expect(uploadsOnDisk(fixture).toSorted()).toEqual([foreign, unfinished, elsewhere].toSorted());

  await patch(fixture.client, unfinished, 'o', 4);
  expect((await send(unfinished)).status).toBe(201);
  const old = await uploadWhole(fixture.client, 'hello');
  fixture.clock.advance(dayMs);
  expect(await send(old)).toMatchObject(unknown);
  expect(await fixture.rows()).toHaveLength(1);
  expect(fixture.staged()).toEqual([]);
});

test('a file and an upload at once are refused, and so is one of two uploads', async () => {
  const fixture = await makeStudentFixture(8);
  const id = await uploadWhole(fixture.client, 'hello');
  const both = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), upload(id), file('bytes')]);
  expect(both).toMatchObject(refused('Send the file either as files or as upload, not both.'));
  const twice = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), upload(id), upload(id)]);
  expect(twice).toMatchObject(refused('upload was given twice'));
  expect(uploadsOnDisk(fixture)).toEqual([id]);
  expect(fixture.staged()).toEqual([]);
  const empty = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), upload(''), file('bytes')]);
  expect(empty.status).toBe(201);
});

test("refusals go in the wire's order: the week before the upload, the upload before what is missing", async () => {
  const fixture = await makeStudentFixture(28);
  const closed = await fixture.client.form(fixture.url('uploadWeek'), [upload('none'), week('9')]);
  expect(closed).toMatchObject(refused('Please choose a week from 1 to 4.'));
  const viva = await fixture.client.form(fixture.url('uploadViva'), [upload('none')]);
  expect(viva).toMatchObject(unknown);
});

test('a repeated submission gives its receipt again, with the upload gone or sent anew', async () => {
  const fixture = await makeStudentFixture(8);
  const id = await uploadWhole(fixture.client, 'hello');
  const key = { 'idempotency-key': 'once' };
  const send = (which: string, words = 'Mine') =>
    fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments(words), upload(which)], key);
  const first = await send(id);
  expect(first.status).toBe(201);
  fixture.clock.advance(2 * dayMs);
  expect(await send(id)).toMatchObject({ status: 201, body: first.body });

  const again = await uploadWhole(fixture.client, 'hello');
  expect(await send(again)).toMatchObject({ status: 201, body: first.body });
  expect(uploadsOnDisk(fixture)).toEqual([]);
  const plain = await fixture.client.form(
    fixture.url('uploadWeek'),
    [week('1'), comments('Mine'), file('hello')],
    key,
  );
  expect(plain).toMatchObject({ status: 201, body: first.body });

  expect(await send(id, 'Other words')).toMatchObject({ status: 409 });
  const otherBytes = await uploadWhole(fixture.client, 'jello');
  expect(await send(otherBytes)).toMatchObject({ status: 409 });
  expect(await fixture.rows()).toHaveLength(1);
});
