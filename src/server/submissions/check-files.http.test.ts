import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { buildStudent, buildSubmission } from '#support/factories';
import { makers, makeTestStore, type Maker } from '#support/stores';
import { makeTestContext } from '#support/test-app';
import { systemClock } from '../platform/context.ts';
import { checkFiles, type FileFinding, type FilesReport } from './check-files.ts';

const dayMs = 24 * 60 * 60_000;
const sha256 = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');
const whole = { missing: 0, altered: 0, unreadable: 0 };

async function makeArchive(maker: Maker) {
  const { context } = await makeTestContext();
  const kept = await makeTestStore(maker);
  const student = await buildStudent(context);
  let version = 0;
  const keep = async (bytes: string): Promise<void> =>
    (await kept.store.stage(Readable.from([Buffer.from(bytes)]), 100)).keep();
  return {
    ...kept,
    context: { ...context, files: kept.store, clock: systemClock },
    keep,
    /** A version with a file; its receipt's number. */
    async submit(bytes: string): Promise<string> {
      await keep(bytes);
      const row = await buildSubmission(context, {
        account_id: student.id,
        version: ++version,
        file_id: `file-${version}`,
        file_name: 'work.txt',
        file_bytes: bytes.length,
        file_sha256: sha256(bytes),
      });
      return row.number;
    },
    /** A version without one. */
    writeOnly: () => buildSubmission(context, { account_id: student.id, version: ++version }),
    async check(dryRun = false): Promise<FilesReport & { found: string[] }> {
      const found: string[] = [];
      const report = await checkFiles(
        { ...context, files: kept.store, clock: systemClock },
        { dryRun, others: () => Readable.from([]) },
        (finding: FileFinding) =>
          found.push(
            `${finding.kind} ${finding.kind !== 'orphan' && 'file' in finding ? finding.file.number : 'file' in finding ? finding.file.sha256 : 'other'}`,
          ),
      );
      return { ...report, found };
    },
  };
}

describe.each(makers)('in a %s', (maker) => {
  test('what was submitted is whole', async () => {
    const archive = await makeArchive(maker);
    for (const bytes of ['one', 'two', 'two']) await archive.submit(bytes);
    await archive.writeOnly();
    expect(await archive.check()).toEqual({
      receipts: 3,
      others: 0,
      files: 2,
      faults: whole,
      orphans: { removed: 0, left: 0, recent: 0 },
      found: [],
    });
  });

  test('one changed byte, lost bytes and a lost file are found, for each receipt that names them', async () => {
    const archive = await makeArchive(maker);
    const numbers: string[] = [];
    for (const bytes of ['changed', 'changed', 'shorter', 'lost', 'whole'])
      numbers.push(await archive.submit(bytes));
    archive.alter(sha256('changed'));
    archive.truncate(sha256('shorter'), 2);
    archive.lose(sha256('lost'));
    const { found, faults } = await archive.check();
    expect(found).toEqual([
      `altered ${numbers[0]}`,
      `altered ${numbers[1]}`,
      `altered ${numbers[2]}`,
      `missing ${numbers[3]}`,
    ]);
    expect(faults).toEqual({ missing: 1, altered: 3, unreadable: 0 });
  });

  test('orphans are removed once they are a day old; a dry run removes none', async () => {
    const archive = await makeArchive(maker);
    await archive.submit('needed');
    for (const bytes of ['old', 'young']) await archive.keep(bytes);
    for (const bytes of ['needed', 'old']) archive.age(sha256(bytes), 1.1 * dayMs);
    archive.age(sha256('young'), 0.9 * dayMs);
    const dry = await archive.check(true);
    expect(dry.orphans).toEqual({ removed: 0, left: 1, recent: 1 });
    expect(dry.found).toEqual([`orphan ${sha256('old')}`]);
    expect(archive.kept()).toHaveLength(3);
    expect((await archive.check()).orphans).toEqual({ removed: 1, left: 0, recent: 1 });
    expect(archive.kept().toSorted()).toEqual([sha256('needed'), sha256('young')].toSorted());
    expect((await archive.check()).found).toEqual([]);
  });

  test('old bytes that are submitted while the check runs stay', async () => {
    const archive = await makeArchive(maker);
    await archive.submit('other');
    await archive.keep('again');
    archive.age(sha256('again'), 3 * dayMs);
    const { list } = archive.store;
    // After the rows were read, before the files are listed.
    archive.store.list = async function* () {
      await archive.submit('again');
      yield* list();
    };
    expect((await archive.check()).orphans).toEqual({ removed: 0, left: 0, recent: 1 });
    expect((await archive.check()).faults).toEqual(whole);
  });

  test('a file that the disk cannot read is told, and the check goes on', async () => {
    const archive = await makeArchive(maker);
    const number = await archive.submit('unreadable');
    const lost = await archive.submit('lost');
    archive.lose(sha256('lost'));
    const { read } = archive.store;
    vi.spyOn(archive.store, 'read').mockImplementation(async (hash, ...rest) =>
      hash === sha256('unreadable')
        ? new Readable({
            read() {
              this.destroy(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }));
            },
          })
        : read(hash, ...rest),
    );
    expect((await archive.check()).found).toEqual([`unreadable ${number}`, `missing ${lost}`]);
  });
});

test('a bucket out of reach is told as that, not as files that are missing', async () => {
  const archive = await makeArchive('bucket');
  await archive.submit('whole');
  if (archive.s3 === null) return;
  // The files alone, not their list.
  archive.s3.intercept = ({ url = '', socket }) => {
    const isFile = url.includes(sha256('whole'));
    if (isFile) socket.destroy();
    return isFile;
  };
  await expect(archive.check()).rejects.toMatchObject({ status: 503, message: /does not answer/ });
});
