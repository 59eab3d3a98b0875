import { onTestFinished } from 'vitest';
import { makeStudentFixture, type StudentFixture } from './student-fixture.ts';
import { startS3, type TestS3 } from './s3.ts';
import type { makeTestApp } from './test-app.ts';

/** A desk whose portal keeps files in a bucket. */
export async function makeBucketStudentFixture(
  options: NonNullable<Parameters<typeof makeTestApp>[0]> = {},
): Promise<StudentFixture & { s3: TestS3 }> {
  const s3 = await startS3();
  const desk = await makeStudentFixture(8, {
    ...options,
    settings: { ...options.settings, storage: s3.address },
  });
  onTestFinished(() => s3.stop());
  return { ...desk, s3, kept: s3.objects };
}
