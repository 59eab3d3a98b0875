import { shownName } from '#contract/accounts/person-name';
import { instantOrNull, isoInstant } from '#contract/dates';
import { pointsApart } from '#contract/viva-hour/hour';
import { accountNames, type StudentRow } from '../accounts/queries.ts';
import { batchById } from '../courses/batch-queries.ts';
import { countedOf } from '../marking/recorded/counted.ts';
import type { Writer } from '../platform/database/database.ts';
import { signDocument } from '../platform/signing/signed-document.ts';
import { localText } from '../platform/zoned-time.ts';
import type { Signing } from '../results/freezes/sign-sheet.ts';
import { makeDocumentNumber } from '../submissions/receipt-number.ts';
import { papersOf, type GivenPaper, type HourRow } from './hour-rows.ts';
import type { HourState } from './present-hour.ts';
import { correctedFields, isLasting, recordFields, type RecordContent } from './record-fields.ts';
import { insertRecord, readDocument, recordsOfStudent } from './record-rows.ts';

type Of = { hourId: number; accountId: number; version: number };

async function signRecord(
  writer: Writer,
  of: Of,
  fields: ReturnType<typeof recordFields>,
  { pair, settings, now }: Signing,
): Promise<string> {
  const number = makeDocumentNumber('VIVA', localText(now, settings.academyZone).slice(0, 4));
  // What was typed may hold half a surrogate pair, which cannot be signed.
  const whole = (value: string | string[]) =>
    typeof value === 'string' ? value.toWellFormed() : value.map((text) => text.toWellFormed());
  const given = {
    type: 'capstone-viva-record',
    number,
    signedAt: isoInstant(now),
    fields: fields.map(({ name, value }) => ({ name, value: whole(value) })),
  };
  await insertRecord(writer, { ...of, at: now }, { number, document: signDocument(given, pair) }, isLasting);
  return number;
}

/** Of a confirmed hour: the instants are there. */
const instant = (at: number | null): string => instantOrNull(at) ?? '';

function paperOf(given: GivenPaper): RecordContent['examiners'][number]['paper'] {
  const { marks, givenAt, confirmedAt, paper, lines } = given;
  return {
    marks,
    givenAt: isoInstant(givenAt),
    confirmedAt: instant(confirmedAt),
    points: lines.map(({ text, most, points }) => ({ text, most, points })),
    words: paper.words,
    questions: paper.questions,
    incidents: paper.incidents,
  };
}

type Confirmed = {
  student: StudentRow;
  state: Pick<HourState, 'panel' | 'choice' | 'rule'>;
  hour: Pick<HourRow, 'id' | 'number' | 'closed_at' | 'closed_by' | 'closed_reason'>;
  outcome: { marks: number; reason: string; comments: string };
};

/** At the last confirmation, in its transaction. @returns the record's number */
export async function makeRecord(
  writer: Writer,
  { student, state: { panel, choice, rule }, hour, outcome }: Confirmed,
  signing: Signing,
): Promise<string> {
  const { slot, members } = panel;
  const papers = await papersOf(writer, hour.id);
  const examiners = members.map(({ id, name }) => {
    const given = papers.get(id);
    return { name: shownName(name), paper: given === undefined ? null : paperOf(given) };
  });
  const given = members.flatMap(({ id }) => papers.get(id)?.marks ?? []);
  const closedBy = hour.closed_by === null ? [] : [hour.closed_by];
  const content: RecordContent = {
    academy: signing.settings.academyName,
    batch: (await batchById(writer, slot.batchId)).name,
    viva: hour.number,
    student,
    project: choice.projectName,
    heldAt: isoInstant(slot.startsAt),
    minutes: slot.minutes,
    form: slot.link === null ? 'room' : 'video',
    place: slot.room,
    how: rule.how,
    confirmedAt: isoInstant(signing.now),
    result: outcome.marks,
    comments: outcome.comments,
    examiners,
    apart: given.length < 2 ? null : pointsApart(given),
    reason: outcome.reason,
    closed:
      hour.closed_at === null
        ? null
        : {
            at: isoInstant(hour.closed_at),
            by: (await accountNames(writer, closedBy)).get(hour.closed_by ?? 0) ?? '',
            reason: hour.closed_reason ?? '',
          },
  };
  const of = { hourId: hour.id, accountId: student.accountId, version: 1 };
  return signRecord(writer, of, recordFields(content), signing);
}

/** The next version where a review of the viva's mark has changed the result; the former one is replaced by it. */
export async function recordAnsweredReview(
  writer: Writer,
  { accountId, by, answer }: { accountId: number; by: string; answer: string },
  signing: Signing,
): Promise<void> {
  const [newest] = await recordsOfStudent(writer, { accountId, limit: 1 });
  if (newest === undefined) return;
  const counted = (await countedOf(writer, [accountId])).find((one) => one.task === 'viva');
  if (counted === undefined) return;
  const document = await readDocument(writer, newest);
  const now = counted.marks === null ? '' : String(counted.marks);
  if (document.fields.find((field) => field?.name === 'result')?.value === now) return;
  const correction = { by: shownName(by), at: isoInstant(signing.now), answer };
  const of = { hourId: newest.hourId, accountId, version: newest.version + 1 };
  await signRecord(writer, of, correctedFields(document, counted.marks, correction), signing);
}
