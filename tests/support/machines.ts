import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { buildApp } from '#server/app';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import { makeAlarms } from '#server/platform/alarms/alarms';
import { createConcurrencyLimiter } from '#server/platform/concurrency-limiter';
import type { AppContext } from '#server/platform/context';
import { makeDatabase } from '#server/platform/database/database';
import { openFileStore, uploadConcurrencyOf } from '#server/platform/open-context';
import { makeBucketStudentFixture } from './bucket-student-fixture.ts';
import { openLocation } from './locations.ts';
import type { TestS3 } from './s3.ts';
import type { StudentFixture } from './student-fixture.ts';
import { makeClient, type Client } from './test-app.ts';

/** One of several portals on one database and one bucket, with a disk of its own. */
export type Machine = Pick<StudentFixture, 'app' | 'context' | 'clock'> & {
  /** The student of the fixture, signed in. */
  client: Client;
  stagingFolder: string;
  /** Names of files that are staged on this machine. */
  staged(): string[];
};

/** A student and several machines that serve them; the first one is the fixture's own. */
export async function makeMachines(
  count: number,
): Promise<{ fixture: StudentFixture & { s3: TestS3 }; machines: Machine[] }> {
  const fixture = await makeBucketStudentFixture();
  const { clock, context: first } = fixture;
  const token = await first.database.transaction((writer) =>
    beginSession(writer, fixture.student.id, clock.now()),
  );
  const cookies = { [sessionCookieName(first.settings)]: token };
  const machines: Machine[] = [
    {
      ...fixture,
      client: makeClient(fixture.app, cookies),
      stagingFolder: path.join(fixture.dataDir, 'files', 'staging'),
      staged: fixture.staged,
    },
  ];
  while (machines.length < count) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-machine-'));
    const settings = { ...first.settings, dataDir };
    const database = makeDatabase(openLocation(fixture.databaseLocation));
    const context: AppContext = {
      ...first,
      settings,
      database,
      givenReceipts: [],
      alarms: makeAlarms({ settings, database, clock }, () => first.log),
      files: await openFileStore(settings, first.log),
      uploadLimiter: createConcurrencyLimiter(uploadConcurrencyOf(settings)),
    };
    const app = await buildApp(context, { pages: null });
    await app.ready();
    onTestFinished(async () => {
      await app.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const stagingFolder = path.join(dataDir, 'files', 'staging');
    const staged = () => readdirSync(stagingFolder);
    machines.push({ app, context, clock, client: makeClient(app, cookies), stagingFolder, staged });
  }
  return { fixture, machines };
}
