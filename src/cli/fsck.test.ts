import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dayMs } from '#contract/durations';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings/settings';
import { buildStudent, buildSubmission } from '#support/factories';
import { startS3, type TestS3 } from '#support/s3';
import { runCommand } from './run-command.ts';

const sha256 = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');

async function fsck(...args: string[]): Promise<{ code: number; out: string[]; err: string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(
    ['fsck', ...args],
    (line) => out.push(line),
    (line) => err.push(line),
  );
  return { code, out, err };
}

/** A portal's data with one receipt, number R1, for "work", and a file of nobody's from two days ago. */
async function makeData(s3: TestS3 | null): Promise<{ pathOf(sha256: string): string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-fsck-'));
  vi.stubEnv('DATA_DIR', folder);
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('STORAGE_URL', s3?.url ?? '');
  const context = await openContext(readSettings(), { info() {}, warn() {}, error() {} });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await closeContext(context);
    await s3?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const student = await buildStudent(context, { email: 'asha@example.test' });
  for (const bytes of ['work', 'orphan'])
    await (await context.files.stage(Readable.from([Buffer.from(bytes)]), 10)).keep();
  await buildSubmission(context, {
    account_id: student.id,
    number: 'R1',
    file_id: 'f',
    file_name: 'work.txt',
    file_bytes: 4,
    file_sha256: sha256('work'),
  });
  const pathOf = (hash: string): string =>
    s3?.pathOf(hash) ?? path.join(folder, 'files', hash.slice(0, 2), hash);
  const then = (Date.now() - 2 * dayMs) / 1000;
  utimesSync(pathOf(sha256('orphan')), then, then);
  return { pathOf };
}

test.each(['folder', 'bucket'])(
  'fsck tells a line for each fault and a summary, with a %s',
  async (maker) => {
    const { pathOf } = await makeData(maker === 'bucket' ? await startS3() : null);
    const orphan = expect.stringMatching(
      new RegExp(
        `^unused: ${sha256('orphan')} \\(6 bytes, since 20\\S+Z\\) belongs to no receipt and no attachment$`,
      ),
    );
    const checked = '1 receipt and 0 attachments with 1 file checked:';
    expect(await fsck('--dry-run')).toEqual({
      code: 0,
      out: [
        orphan,
        `${checked} 0 missing, 0 altered, 0 unreadable. Unused files: 0 removed, 1 would be removed, 0 younger than a day.`,
      ],
      err: [],
    });
    expect(await fsck()).toEqual({
      code: 0,
      out: [
        orphan,
        `${checked} 0 missing, 0 altered, 0 unreadable. Unused files: 1 removed, 0 younger than a day.`,
      ],
      err: [],
    });

    const bytes = readFileSync(pathOf(sha256('work')));
    bytes[1] = 0;
    writeFileSync(pathOf(sha256('work')), bytes);
    const receipt = 'receipt R1 of asha@example.test (week-1, version 1), file "work.txt"';
    expect(await fsck()).toEqual({
      code: 1,
      out: [expect.stringMatching(/^altered: .*: The bytes have the SHA-256 [0-9a-f]{64}$/)],
      err: [`${checked} 0 missing, 1 altered, 0 unreadable. Unused files: 0 removed, 0 younger than a day.`],
    });
    rmSync(pathOf(sha256('work')));
    expect(await fsck()).toEqual({
      code: 1,
      out: [`missing: ${receipt}: The bytes of ${sha256('work')} are missing`],
      err: [`${checked} 1 missing, 0 altered, 0 unreadable. Unused files: 0 removed, 0 younger than a day.`],
    });
  },
);
