import { onTestFinished } from 'vitest';
import { makeStudentFixture, type StudentFixture } from './student-fixture.ts';
import { startS3, type TestS3 } from './s3.ts';
import type { makeTestApp } from './test-app.ts';

/** A portal with a student that keeps files in a bucket. */
export async function makeBucketStudentFixture(
  options: NonNullable<Parameters<typeof makeTestApp>[0]> = {},
): Promise<StudentFixture & { s3: TestS3 }> {
  const s3 = await startS3();
  const fixture = await makeStudentFixture(8, {
    ...options,
    settings: { ...options.settings, storage: s3.address },
  });
  onTestFinished(() => s3.stop());
  return { ...fixture, s3, kept: s3.objects };
}
