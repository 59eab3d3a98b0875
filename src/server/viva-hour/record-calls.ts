import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/viva-hour/record-calls';
import { isStaff, mentorsBatch, selfOrMentor, signedIn } from '../accounts/policy.ts';
import { studentNamed } from '../accounts/queries.ts';
import { read } from '../accounts/sessions/act.ts';
import type { ViewerRule } from '../accounts/sessions/viewer.ts';
import { normalizeEmail } from '#contract/limits';
import { panelMember } from '../examiners/policy.ts';
import type { IssuedElsewhere } from '../certificates/verify-file.ts';
import { gradesOf, waitingMarks, type Grade } from '../marking/queries.ts';
import type { AfterReview } from '../marking/reviews/review-answered.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { portalLink } from '../platform/portal-link.ts';
import { fingerprintOf } from '../platform/signing/key-pair.ts';
import { withoutFields, type SignedDocument } from '../platform/signing/signed-document.ts';
import { receiptKeys } from '../submissions/receipts/receipt-key.ts';
import { recordAnsweredReview } from './make-record.ts';
import { isForStaff, ownRecord, readRecord } from './record-fields.ts';
import { recordByNumber, storedRecords, type StoredRecord } from './record-rows.ts';

/** For `/verify`. */
export const issuedRecord: IssuedElsewhere = async (db, number) => {
  const [row] = await recordByNumber(db, { number });
  if (row === undefined) return undefined;
  const { signature } = JSON.parse(row.document) as SignedDocument;
  return { signature, verdict: row.isReplaced ? 'replaced' : 'genuine' };
};

export const afterVivaReview: AfterReview = async (context, task, now) => {
  if (task !== 'viva') return null;
  const signing = { pair: await receiptKeys(context), settings: context.settings, now };
  return (writer, review) => recordAnsweredReview(writer, review, signing);
};

type Student = { accountId: number; email: string; name: string };

/** Who sees the mark of the viva: mentors of the batch and the office; and the panel, as long as it sees the papers. */
const recordReader: ViewerRule<Student> = async (check) => {
  const viewer = signedIn(check);
  if (isStaff(viewer)) {
    const student = await studentNamed(
      check.context.database.reader,
      normalizeEmail(check.params.s_id ?? ''),
    );
    if (student !== undefined && mentorsBatch(viewer, student.batchId)) return student;
    if (student === undefined && viewer.role === 'administrator')
      throw httpErrors.notFound('There is no student with this email.');
  }
  const { seat } = await panelMember(check);
  return { accountId: seat.studentId, email: seat.email, name: seat.name };
};

async function gradeOf(reader: Reader, accountId: number): Promise<Grade | undefined> {
  return (await gradesOf(reader, [accountId])).find(({ task }) => task === 'viva');
}

/** Once the mark is released, and no other one waits for its release: the panel's may be of an earlier version. */
async function releasedRecords(reader: Reader, accountId: number): Promise<StoredRecord[]> {
  const stored = await storedRecords(reader, accountId);
  const grade = stored.length === 0 ? undefined : await gradeOf(reader, accountId);
  if (grade?.counted == null) return [];
  const waiting = await waitingMarks(reader, { accountId, task: 'viva' });
  return waiting.length > 0 ? [] : stored;
}

/** For the student's own data too: without what only staff read. */
export async function ownSignedRecords(reader: Reader, accountId: number): Promise<SignedDocument[]> {
  const records = await releasedRecords(reader, accountId);
  return records.map(({ document }) => withoutFields(document, isForStaff));
}

const noRecord = () => httpErrors.notFound('This student has no record of a viva with this number.');

function numbered(documents: readonly SignedDocument[], number: string): SignedDocument {
  const found = documents.find((one) => one.number === number.trim().toUpperCase());
  if (found === undefined) throw noRecord();
  return found;
}

export const recordCalls = [
  read(calls.listVivaRecords, {
    who: recordReader,
    async run({ context: { database, settings }, resource: { accountId, email, name } }) {
      const { reader } = database;
      const stored = await storedRecords(reader, accountId);
      const grade = stored.length === 0 ? undefined : await gradeOf(reader, accountId);
      const [newest] = stored;
      return {
        student: { s_id: email, s_name: shownName(name) },
        records: stored.map(({ document, replacedBy }) => readRecord(document, replacedBy)),
        marks: grade?.unreleased ?? grade?.counted?.marks ?? null,
        signed:
          newest === undefined
            ? null
            : {
                fingerprint: fingerprintOf(newest.document.key),
                check_at: portalLink(settings, '/verify'),
              },
      };
    },
  }),

  read(calls.readSignedVivaRecord, {
    who: recordReader,
    async run({ context, resource: { accountId }, params: { number } }) {
      const stored = await storedRecords(context.database.reader, accountId);
      return numbered(
        stored.map(({ document }) => document),
        number,
      );
    },
  }),

  read(calls.listOwnVivaRecords, {
    who: selfOrMentor,
    async run({ context, resource: { accountId } }) {
      const records = await releasedRecords(context.database.reader, accountId);
      return {
        records: records.map(({ document, replacedBy }) => ownRecord(readRecord(document, replacedBy))),
      };
    },
  }),

  read(calls.readOwnSignedVivaRecord, {
    who: selfOrMentor,
    run: async ({ context, resource: { accountId }, params: { number } }) =>
      numbered(await ownSignedRecords(context.database.reader, accountId), number),
  }),
];
