import type { Endpoint } from '#contract/wire/endpoint';

/**
 * All that examiners may call beside what is open to visitors and of their own account. The access rule of each decides
 * for which students: those whose panel they are on.
 */
const examinerCalls: ReadonlySet<string> = new Set([
  'GET /api/staff/vivas',
  'GET /api/staff/vivas/:s_id',
  'GET /api/staff/vivas/:s_id/questions',
  'GET /api/staff/batches/:batch/viva-day',
  'PUT /api/staff/batches/:batch/viva-day/:day/rooms/:room/delay',
  'PUT /api/staff/batches/:batch/viva-day/students/:s_id',
  'DELETE /api/staff/batches/:batch/viva-day/students/:s_id',
  'GET /api/staff/vivas/:s_id/hour',
  'PUT /api/staff/vivas/:s_id/marks',
  'PUT /api/staff/vivas/:s_id/outcome',
  'GET /api/staff/vivas/:s_id/records',
  'GET /api/staff/vivas/:s_id/records/:number',
  'GET /api/files/:id',
  'GET /api/files/:id/preview',
  'GET /api/files/:id/text',
  'GET /api/files/:id/entries',
  'GET /api/receipts/:number',
]);

export const isOpenToExaminers = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  examinerCalls.has(`${method} ${path}`);
