import { onTestFinished } from 'vitest';
import { makeDesk, type Desk } from './desk.ts';
import { startS3, type TestS3 } from './s3.ts';
import type { makeTestApp } from './test-app.ts';

/** A desk whose portal keeps files in a bucket. */
export async function makeBucketDesk(
  options: NonNullable<Parameters<typeof makeTestApp>[0]> = {},
): Promise<Desk & { s3: TestS3 }> {
  const s3 = await startS3();
  const desk = await makeDesk(8, { ...options, settings: { ...options.settings, storage: s3.address } });
  onTestFinished(() => s3.stop());
  return { ...desk, s3, kept: s3.objects };
}
