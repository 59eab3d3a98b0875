import { minuteMs } from '#contract/durations';

export type Fill = (count: number, table: string, columns: string, values: string) => Promise<void>;

const stepMs = 5 * minuteMs;
const oldRooms = 20;

/** As many vivas as one person has examined. */
const examinedByOne = 100;

/**
 * Vivas of earlier selections, one after the other before `now`: times, panels, marks, records, and two markers of a
 * final project. Student `i` has the id `i + 2`.
 * @param of.others how many mentors, with ids after `firstOther`, examine what `mentorId` has not
 */
export async function seedVivas(
  fill: Fill,
  of: { size: number; mentorId: number; firstOther: number; others: number; now: number },
) {
  const { size, mentorId, firstOther, others, now } = of;
  const examiner = `case when i <= ${examinedByOne} then ${mentorId} else ${firstOther} + i % ${others} end`;
  // Ten minutes each, 40 days ago at the latest: their batch is no longer open to who examined.
  const step = `(${Math.floor(now / stepMs) - 11_520} - 2 * i)`;
  const startsAt = `${step} * ${stepMs}`;
  const room = `1 + i % ${oldRooms}`;
  const roomName = `'Old room ' || (${room})`;
  await fill(oldRooms, 'viva_rooms', 'room_key, name', `'old room ' || i, 'Old room ' || i`);
  await fill(
    size,
    'viva_slots',
    'purpose, batch_id, account_id, room_id, starts_at, minutes, buffer, placed_by, placed_at',
    `'viva', 1, i + 2, ${room}, ${startsAt}, 10, 0, ${mentorId}, 1`,
  );
  await fill(size, 'viva_panels', 'slot_id, account_id', `i, ${examiner}`);
  for (const later of [0, 1]) {
    const steps = 'kind, who, step, slot_id';
    await fill(size, 'viva_steps', steps, `'person', ${examiner}, ${step} + ${later}, i`);
    await fill(size, 'viva_steps', steps, `'room', ${room}, ${step} + ${later}, i`);
  }
  await fill(
    size,
    'viva_times',
    'account_id, purpose, batch_id, starts_at, minutes, room, told, told_by, told_at',
    `i + 2, 'viva', 1, ${startsAt}, 10, ${roomName}, 1, ${mentorId}, 1`,
  );
  await fill(
    size,
    'viva_examiner_times',
    'student_id, examiner_id, batch_id, starts_at, minutes, room',
    `i + 2, ${examiner}, 1, ${startsAt}, 10, ${roomName}`,
  );
  await fill(
    size,
    'viva_messages',
    'account_id, purpose, told, sent_by, sent_at',
    `i + 2, 'viva', 1, ${mentorId}, 1`,
  );
  await fill(
    size,
    'viva_attendance',
    'account_id, starts_at, batch_id, state, reason, recorded_by, recorded_at',
    `i + 2, ${startsAt}, 1, 'came', '', ${mentorId}, 1`,
  );
  await fill(
    size,
    'viva_hours',
    'account_id, choice, number, batch_id, opened_at, outcome, proposed_by, proposed_at, confirmed_at',
    `i + 2, 1, 1, 1, 1, 70, ${mentorId}, 1, 1`,
  );
  await fill(
    size,
    'viva_marks',
    'hour_id, examiner_id, account_id, given_at, marks, points, words, confirmed_at',
    `i, ${examiner}, i + 2, 1, 70, '[]', 'Good.', 1`,
  );
  await fill(
    size,
    'viva_asked',
    'hour_id, examiner_id, account_id, place, step, text, answered',
    `i, ${examiner}, i + 2, 0, null, 'Why?', 'right'`,
  );
  await fill(
    size,
    'viva_records',
    'hour_id, account_id, version, number, document, made_at',
    `i, i + 2, 1, 'VIVA-' || i, '{}', 1`,
  );
  // Of versions of the first student, who has the most.
  const version = `(select id from submissions where number = 'V-' || i)`;
  await fill(
    size,
    'final_outcomes',
    'submission_id, account_id, version, opened_at, outcome, proposed_by, proposed_at, confirmed_at',
    `${version}, 1, i, 1, 70, ${mentorId}, 1, 1`,
  );
  await fill(
    size,
    'final_marks',
    'submission_id, marker_id, account_id, given_at, marks, points, words, confirmed_at',
    `${version}, ${mentorId}, 1, 1, 70, '[]', '', 1`,
  );
}
