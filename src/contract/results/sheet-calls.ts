import { z } from 'zod';
import { sheetFormats } from '../marking/mark-sheet.ts';
import { bytes, endpoint, errorBody } from '../wire/endpoint.ts';

export const exportSheet = endpoint('GET', '/api/staff/batches/:batch/freezes/:number/sheet.csv', {
  summary:
    'A frozen sheet as CSV: all of it, or with the headings of Moodle’s or Canvas’s gradebook, of which the read-only columns are left out',
  params: z.object({ batch: z.string(), number: z.string() }),
  query: z.object({
    format: z.enum(sheetFormats, `format must be one of ${sheetFormats.join(', ')}`).default('capstone'),
  }),
  answers: { 200: bytes, 401: errorBody, 404: errorBody },
});
