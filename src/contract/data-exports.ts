import { studentParams } from './accounts.ts';
import { bytes, endpoint, errorBody } from './endpoint.ts';
import { paths } from './paths.ts';

export const readRecord = endpoint(paths.readRecord, {
  summary:
    "All of a student's own as a ZIP: versions and files, signed receipts, released marks, words in the forum",
  params: studentParams,
  answers: { 200: bytes, 401: errorBody },
});
