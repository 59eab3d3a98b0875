import { staff } from '../../accounts/policy.ts';
import type { ViewerRule } from '../../accounts/sessions/viewer.ts';
import { fileReader, type ReadableFile } from '../../submissions/policy.ts';

/** A file that a staff member may read; its own student downloads it. */
export const staffFileReader: ViewerRule<ReadableFile> = (check) => {
  staff(check);
  return fileReader(check);
};
