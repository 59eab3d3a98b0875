import { z } from 'zod';
import { checkedSheet, sheetColumns, sheetSeen, sheetText } from '../people/sheet-row-calls.ts';
import { endpoint, errorBody } from '../wire/endpoint.ts';
import { concerns } from './plan.ts';
import { vivaFields } from './viva-sheet.ts';

const checked = checkedSheet(vivaFields).extend({
  /** By the row's line: what the plan's hours say against it. */
  concerns: z.array(z.object({ line: z.number(), concerns: z.array(z.enum(concerns)) })),
  /** Names that the plan will have beside its own. */
  adds: z.object({ rooms: z.array(z.string()), examiners: z.array(z.string()) }),
});
export type CheckedVivas = z.infer<typeof checked>;
export type VivaRow = CheckedVivas['rows'][number];

const path = '/api/staff/batches/:batch/viva-plan/sheet';
const params = z.object({ batch: z.string() });
const sheet = { text: sheetText, columns: sheetColumns(vivaFields) };

export const checkVivas = endpoint('POST', `${path}/check`, {
  summary:
    'A dry run of times of vivas from a spreadsheet: students by email, phone or name, with day, time, room and examiners; changes nothing. For administrators',
  params,
  body: z.object(sheet),
  answers: { 200: checked, 401: errorBody, 404: errorBody },
});

export const importVivas = endpoint('POST', path, {
  summary:
    "Give the times of a spreadsheet, all or nothing; its rooms and examiners join the plan. 409 with a wrong row, or if what the dry run's `seen` has shown has changed. For administrators",
  params,
  takesIdempotencyKey: true,
  body: z.object({ ...sheet, seen: sheetSeen }),
  answers: { 200: z.object({ saved: z.number() }), 401: errorBody, 404: errorBody, 409: errorBody },
});
