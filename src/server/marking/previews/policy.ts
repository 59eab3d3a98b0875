import { staff } from '../../accounts/policy.ts';
import type { ViewerRule } from '../../accounts/sessions/access-rule.ts';
import { fileReader, type ReadableFile } from '../../submissions/policy.ts';

/** Students download their own files instead. */
export const staffFileReader: ViewerRule<ReadableFile> = (check) => {
  staff(check);
  return fileReader(check);
};
