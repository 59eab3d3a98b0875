import { buildSelection, buildStudent } from './factories.ts';
import { listen, openUpload, partHead, textPart } from './open-upload.ts';
import { comments, dayMs, makeStudentFixture, week, type StudentFixture } from './student-fixture.ts';

type Options = NonNullable<Parameters<typeof makeStudentFixture>[1]>;
/** A pace that ends nothing. */
export const patient = {
  longestMs: 60_000,
  leastRate: 0,
  leastOverMs: 60_000,
  yieldRate: 0,
  measureMs: 60_000,
};
export const slots = {
  maxConcurrent: 4,
  maxOfAccount: 2,
  maxQueued: 10,
  maxQueuedOfAccount: 2,
  maxWaitMs: 20_000,
};

/** A portal that listens, an attacker among its students, and somebody who wants to submit. */
export async function makeSlowPortal(options: Options) {
  const fixture = await makeStudentFixture(8, options);
  const port = await listen(fixture);
  const attacker = await buildStudent(fixture.context, { batch_id: fixture.student.batch_id });
  const started_at = fixture.clock.now() - 8 * dayMs;
  await buildSelection(fixture.context, { account_id: attacker.id, started_at });
  const portal = { ...fixture, port };
  /** Sends the beginning of a file, and then nothing. */
  const openSlowly = async (account: { id: number; email: string } = attacker) => {
    const upload = await openUpload(portal, account, `/api/students/uploadWeek/${account.email}`);
    await upload.write(`${textPart('selectedWeek', '1')}${partHead('files', 'slow.bin')}x`);
    return upload;
  };
  const submit = () => fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('x')]);
  return { ...portal, attacker, openSlowly, submit };
}

/** Uploads that run and that wait. */
export const uploadCounts = ({ context: { uploadLimiter } }: StudentFixture) => [
  uploadLimiter.running(),
  uploadLimiter.queued(),
];
