import { studentParams } from './accounts.ts';
import { bytes, endpoint, errorBody } from './endpoint.ts';

export const readRecord = endpoint('GET', '/api/students/record/:s_id', {
  summary:
    "All of a student's own as a ZIP: versions and files, signed receipts, released marks, words in the forum",
  params: studentParams,
  answers: { 200: bytes, 401: errorBody },
});
