import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeMachines, type Machine } from '#support/machines';
import { week } from '#support/student-fixture';
import { begin, drop, head, idOf, patch } from '#support/tus';

/** Uploads whose parts go to several machines, on one database and one bucket. */
const megabyte = 1024 * 1024;
type Machines = Awaited<ReturnType<typeof makeMachines>>;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const rowOf = ({ context }: Machine, id: string) =>
  context.database.reader.selectFrom('uploads').where('id', '=', id).selectAll().executeTakeFirst();

/** Sends the parts to the machines in turn; every machine then says how far the upload is. */
async function sendInTurn(machines: Machine[], bytes: Buffer, sizes: readonly number[]): Promise<string> {
  const id = idOf(await begin((machines[0] as Machine).client, { length: bytes.length }));
  let offset = 0;
  for (const [i, size] of sizes.entries()) {
    const { client } = machines[i % machines.length] as Machine;
    const answer = await patch(client, id, bytes.subarray(offset, offset + size), offset);
    offset += size;
    expect(answer).toMatchObject({ status: 204, headers: { 'upload-offset': String(offset) } });
    for (const machine of machines) {
      expect(await head(machine.client, id)).toMatchObject({ headers: { 'upload-offset': String(offset) } });
    }
  }
  expect(offset).toBe(bytes.length);
  return id;
}

async function submit({ fixture, machines }: Machines, id: string, at = 1) {
  const { client } = machines[at] as Machine;
  return client.form(fixture.url('uploadWeek'), [week('1'), ['upload', id]]);
}

async function readBack({ fixture }: Machines, sha: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await fixture.context.files.read(sha, bytes)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function expectNothingLeft({ fixture, machines }: Machines, kept: string[]): void {
  expect(fixture.s3.objects()).toEqual(kept);
  expect(fixture.s3.unfinished()).toEqual([]);
  for (const machine of machines) expect(machine.staged()).toEqual([]);
}

test.each([
  ['of one size', [8, 8, 4]],
  ['too small for the bucket, and larger ones', [1, 2, 9, 0.5, 4, 3.5]],
  ['that are one small file', [0.25, 0.25]],
])(
  'parts %s go to three machines in turn and become one object, which is not sent again',
  async (_, sizes) => {
    const all = await makeMachines(3);
    const { fixture, machines } = all;
    const parts = sizes.map((size) => size * megabyte);
    const bytes = randomBytes(parts.reduce((sum, part) => sum + part, 0));
    const id = await sendInTurn(machines, bytes, parts);
    const row = await rowOf(machines[0] as Machine, id);
    expect(row, 'the hash is known with the last byte').toMatchObject({ sha256: sha256(bytes), lease: null });
    fixture.s3.answered.length = 0;
    const answer = await submit(all, id);
    expect(answer).toMatchObject({
      status: 201,
      body: { receipt: { version: 1, file: { bytes: bytes.length, sha256: sha256(bytes) } } },
    });
    expect(fixture.s3.answered).toContain('CopyObject');
    expect(fixture.s3.answered.filter((kind) => /^(Put|Upload|Create|Complete|Get)/.test(kind))).toEqual([]);
    expect(await readBack(all, sha256(bytes), bytes.length)).toBe(sha256(bytes));
    expectNothingLeft(all, [sha256(bytes)]);
  },
);

test('no bytes are deleted before the row that names others, or none, is on the disk', async () => {
  const all = await makeMachines(1);
  const [{ client, context }] = all.machines as [Machine];
  let isOnDisk = true;
  const { nonDurableTransaction, groupCommitTransaction } = context.database;
  context.database.nonDurableTransaction = async (change) => {
    const result = await nonDurableTransaction(change);
    isOnDisk = false;
    return result;
  };
  context.database.groupCommitTransaction = async (change) => {
    const result = await groupCommitTransaction(change);
    isOnDisk = true;
    return result;
  };
  const deletions: boolean[] = [];
  all.fixture.s3.intercept = (request) => {
    if (request.method === 'DELETE') deletions.push(isOnDisk);
    return false;
  };
  const bytes = randomBytes(3 * megabyte);
  const id = idOf(await begin(client, { length: bytes.length }));
  for (const at of [0, 1, 2])
    await patch(client, id, bytes.subarray(at * megabyte, (at + 0.5) * megabyte), at * 0.5 * megabyte);
  await drop(client, id);
  expect(deletions.length).toBeGreaterThan(2);
  expect(deletions).not.toContain(false);
});

test('of two machines that get the same part at the same time one takes it', async () => {
  const all = await makeMachines(2);
  const { machines } = all;
  const bytes = randomBytes(10 * megabyte);
  const id = idOf(await begin((machines[0] as Machine).client, { length: bytes.length }));
  const first = bytes.subarray(0, 8 * megabyte);
  const answers = await Promise.all(machines.map(({ client }) => patch(client, id, first)));
  const statuses = answers.map(({ status }) => status).toSorted();
  // On a busy machine the one that had begun may be taken for dead: then both are told to ask how far it has come.
  expect([
    [204, 409],
    [409, 409],
  ]).toContainEqual(statuses);
  const { client } = machines[1] as Machine;
  const arrived = Number((await head(client, id)).headers['upload-offset']);
  if (statuses.includes(204)) expect(arrived).toBe(first.length);
  const rest = await patch(client, id, bytes.subarray(arrived), arrived);
  expect(rest.status).toBe(204);
  expect((await submit(all, id)).body.receipt.file.sha256).toBe(sha256(bytes));
  expect(await readBack(all, sha256(bytes), bytes.length)).toBe(sha256(bytes));
  // Parts that one had begun which was taken for dead are ended by the hourly sweep.
  expect(all.fixture.s3.objects()).toEqual([sha256(bytes)]);
  for (const machine of machines) expect(machine.staged()).toEqual([]);
});

test('a lease that a dead machine left is taken, and what that machine still does counts for nothing', async () => {
  const all = await makeMachines(2);
  const [first, second] = all.machines as [Machine, Machine];
  const bytes = randomBytes(3 * megabyte);
  const id = idOf(await begin(first.client, { length: bytes.length }));
  await patch(first.client, id, bytes.subarray(0, megabyte));
  const lease = 'elsewhere.1.dead';
  await first.context.database.transaction((writer) =>
    writer.updateTable('uploads').set({ lease }).where('id', '=', id).execute(),
  );
  expect(await head(second.client, id)).toMatchObject({ headers: { 'upload-offset': String(megabyte) } });
  expect((await patch(second.client, id, bytes.subarray(megabyte), megabyte)).status).toBe(204);
  expect(await rowOf(first, id)).toMatchObject({ fence: 1, lease: null, sha256: sha256(bytes) });
  const { saveProgress } = await import('./upload-rows.ts');
  const progress = { arrived: megabyte, hashState: null, sha256: null, place: null };
  expect(await saveProgress(first.context, { id, lease }, progress)).toBe(false);
  expect((await submit(all, id)).body.receipt.file.sha256).toBe(sha256(bytes));
});

test('an upload whose hash cannot be gone on with is read once, and its bytes are the ones that were sent', async () => {
  const all = await makeMachines(2);
  const [first, second] = all.machines as [Machine, Machine];
  const bytes = randomBytes(9 * megabyte);
  const id = idOf(await begin(first.client, { length: bytes.length }));
  await patch(first.client, id, bytes.subarray(0, 8 * megabyte));
  await first.context.database.transaction((writer) =>
    writer.updateTable('uploads').set({ hash_state: 'b2xkZXI=' }).where('id', '=', id).execute(),
  );
  await patch(second.client, id, bytes.subarray(8 * megabyte), 8 * megabyte);
  expect(await rowOf(first, id)).toMatchObject({ arrived_bytes: bytes.length, sha256: null });
  expect((await submit(all, id)).body.receipt.file.sha256).toBe(sha256(bytes));
  expectNothingLeft(all, [sha256(bytes)]);
});

test('a cancelled upload leaves nothing in the bucket, whichever machine is told', async () => {
  const all = await makeMachines(2);
  const [first, second] = all.machines as [Machine, Machine];
  const bytes = randomBytes(9 * megabyte);
  const id = idOf(await begin(first.client, { length: 20 * megabyte }));
  await patch(first.client, id, bytes);
  expect(all.fixture.s3.unfinished()).toHaveLength(1);
  expect(all.fixture.s3.objects(), 'the tail').toHaveLength(1);
  expect((await drop(second.client, id)).status).toBe(204);
  expectNothingLeft(all, []);
});

test('an upload whose bytes the bucket has lost is told as gone, so that it begins anew', async () => {
  const { fixture, machines } = await makeMachines(1);
  const { client } = machines[0] as Machine;
  const bytes = randomBytes(3 * megabyte);
  const id = idOf(await begin(client, { length: bytes.length }));
  await patch(client, id, bytes.subarray(0, megabyte), 0);
  for (const name of fixture.s3.objects()) rmSync(path.dirname(fixture.s3.pathOf(name)), { recursive: true });
  expect(await patch(client, id, bytes.subarray(megabyte), megabyte)).toMatchObject({ status: 404 });
});
