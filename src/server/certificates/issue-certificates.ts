import * as calls from '#contract/certificates/certificate-calls';
import { certificateNamePath } from '#contract/certificates/name-path';
import type { CertificateKind } from '#contract/certificates/wording';
import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import type { FrozenContent } from '#contract/results/freeze-calls';
import { administrator, ownBatch } from '../accounts/policy.ts';
import { frozenAs } from '../accounts/frozen-students.ts';
import { lockAccounts } from '../accounts/queries.ts';
import { act, read } from '../accounts/sessions/act.ts';
import type { ViewerRule } from '../accounts/sessions/viewer.ts';
import type { Batch } from '../courses/batch-queries.ts';
import { notify } from '../notices/notify.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { isLocalOnly } from '../platform/portal-link.ts';
import type { KeyPair } from '../platform/signing/key-pair.ts';
import { signDocument } from '../platform/signing/signed-document.ts';
import { localText } from '../platform/zoned-time.ts';
import { accountsFrozenIn, frozenResultsOf } from '../results/freezes/freeze-queries.ts';
import type { Signing } from '../results/freezes/sign-sheet.ts';
import { makeDocumentNumber } from '../submissions/receipt-number.ts';
import { receiptKeys } from '../submissions/receipts/receipt-key.ts';
import { backgroundOf } from './backgrounds/background-queries.ts';
import { sha256Of } from './backgrounds/draw-background.ts';
import { holdersIn, newestOf, type NewestRow, type Picture } from './certificate-queries.ts';
import { newestLayout } from './print-paper.ts';
import { newestLines, studentsByIds, studentsOfBatch } from './name-queries.ts';
import { fieldsNow, kindOfResult } from './paper-fields.ts';
import { presentRevocation } from './read-certificate.ts';
import { readWording } from './wording.ts';

const mostListed = 500;
const noKey =
  'Certificates need SECRET_KEY, which keeps the key that signs them out of copies of the database. Ask the operator to set it.';

const noAddress =
  'Certificates need PUBLIC_URL, the address at which everybody reaches the portal: their QR code leads there. Ask the operator to set it.';

/** Why none can be issued; null in a demo, whose certificates are checked by nobody else. */
function hindranceOf({ secrets, settings }: Pick<AppContext, 'secrets' | 'settings'>): string | null {
  if (settings.demo !== null) return null;
  if (secrets.keys === null) return noKey;
  return isLocalOnly(settings) ? noAddress : null;
}

const officeBatch: ViewerRule<Batch> = (check) => {
  administrator(check);
  return ownBatch(check);
};

type Frozen = { content: FrozenContent; freezeId: number; sheet: number };

/** Results that are frozen and not opened, of this batch. */
async function frozenIn(
  db: Reader,
  batch: Batch,
  accountIds: readonly number[],
): Promise<Map<number, Frozen>> {
  const freezes = new Map<number, number>();
  for (const some of partsOf(accountIds)) {
    const rows = await db
      .selectFrom(frozenAs('frozen'))
      .where('frozen.account_id', 'in', some)
      .select(['frozen.account_id', 'frozen.freeze_id'])
      .execute();
    for (const row of rows) freezes.set(row.account_id, row.freeze_id);
  }
  const found = new Map<number, Frozen>();
  for (const { accountId, content, number, batch: name } of await frozenResultsOf(db, accountIds)) {
    const freezeId = freezes.get(accountId);
    if (name !== batch.name || freezeId === undefined) continue;
    found.set(accountId, { content: JSON.parse(content) as FrozenContent, freezeId, sheet: number });
  }
  return found;
}

type Student = {
  id: number;
  email: string;
  name: string;
  line: string | null;
  frozen: Frozen | undefined;
  newest: NewestRow | undefined;
};

/** The batch's students, and those who moved away after a result was frozen or a document issued here. */
async function studentsIn(db: Reader, { id: batchId }: Batch) {
  const rows = await studentsOfBatch(db, batchId, mostListed);
  const known = new Set(rows.map(({ id }) => id));
  const belonging = [...(await accountsFrozenIn(db, { batchId })), ...(await holdersIn(db, { batchId }))];
  const moved = [...new Set(belonging.map(({ accountId }) => accountId))].filter((id) => !known.has(id));
  return [...rows, ...(await studentsByIds(db, moved))].slice(0, mostListed);
}

async function readStudents(db: Reader, batch: Batch): Promise<Student[]> {
  const rows = await studentsIn(db, batch);
  const ids = rows.map(({ id }) => id);
  const lines = await newestLines(db, ids);
  const frozen = await frozenIn(db, batch, ids);
  const newest = await newestOf(db, batch.id, ids);
  return rows.map((row) => ({
    ...row,
    line: lines.get(row.id) ?? null,
    frozen: frozen.get(row.id),
    newest: newest.get(row.id),
  }));
}

function obstacleOf({ line, frozen, newest }: Student): calls.Candidate['obstacle'] {
  if (newest !== undefined && newest.revokedAt === null) return 'issued';
  if (frozen === undefined) return 'not_frozen';
  return line === null ? 'no_name' : null;
}

async function presentBatch(
  context: Pick<AppContext, 'secrets' | 'settings'>,
  db: Reader,
  batch: Batch,
): Promise<calls.BatchCertificates> {
  const students = await readStudents(db, batch);
  return {
    batch: batch.name,
    hindrance: hindranceOf(context),
    students: students.map((student) => {
      const { email, name, line, frozen, newest } = student;
      return {
        s_id: email,
        s_name: shownName(name),
        line,
        kind: frozen === undefined ? null : kindOfResult(frozen.content),
        obstacle: obstacleOf(student),
        issued:
          newest === undefined
            ? null
            : {
                number: newest.number,
                kind: newest.kind,
                batch: batch.name,
                issued_at: isoInstant(newest.issuedAt),
                revoked: presentRevocation(newest),
                outdated:
                  newest.revokedAt === null && frozen !== undefined && frozen.freezeId !== newest.freezeId,
              },
      };
    }),
  };
}

/** The light one: paper is white. */
export type ReadLogo = (db: Reader) => Promise<{ contentType: string; body: Buffer } | null>;

/** Kept by its hash, so that a later one changes no issued paper. */
async function keepPicture(writer: Writer, picture: Picture | null): Promise<string | null> {
  if (picture === null) return null;
  const { type, bytes } = picture;
  const sha256 = sha256Of(bytes);
  await writer
    .insertInto('certificate_pictures')
    .values({ sha256, type, bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return sha256;
}

async function keepPictures(writer: Writer, readLogo: ReadLogo) {
  const logo = await readLogo(writer);
  const backgroundFor = async (kind: CertificateKind) =>
    keepPicture(writer, await backgroundOf(writer, kind));
  return {
    logo: await keepPicture(writer, logo && { type: logo.contentType, bytes: logo.body }),
    backgrounds: {
      certificate: await backgroundFor('certificate'),
      statement: await backgroundFor('statement'),
    },
  };
}

type Issue = {
  batch: Batch;
  actorId: number;
  pair: KeyPair;
  pictures: Awaited<ReturnType<typeof keepPictures>>;
  now: number;
};

/** @returns its kind */
async function issueOne(
  writer: Writer,
  { settings }: { settings: Signing['settings'] },
  student: Student,
  { batch, actorId, pair, pictures, now }: Issue,
) {
  const { id, line, frozen } = student as Student & { line: string; frozen: Frozen };
  const kind = kindOfResult(frozen.content);
  const wording = await readWording(writer, kind);
  const { logo } = pictures;
  const background = pictures.backgrounds[kind];
  const fields = fieldsNow(frozen.content, settings, {
    line,
    wording,
    kind,
    sheet: frozen.sheet,
    logo: logo ?? '',
    background: background ?? '',
    now,
  });
  const prefix = kind === 'certificate' ? 'CERT' : 'MARKS';
  const number = makeDocumentNumber(prefix, localText(now, settings.academyZone).slice(0, 4));
  const type = `capstone-${kind}`;
  const document = JSON.stringify(signDocument({ type, number, signedAt: isoInstant(now), fields }, pair));
  const of = { number, kind, account_id: id, batch_id: batch.id, freeze_id: frozen.freezeId };
  const issued = { issued_at: now, issued_by: actorId };
  await writer
    .insertInto('certificates')
    .values({ ...of, layout: newestLayout, logo, background, document, ...issued })
    .execute();
  return { id, number, kind };
}

/** Confirms the line of a name and issues the paper at an instant of the past: for histories such as the demo's. */
export async function issuePast(
  writer: Writer,
  { batch, accountId, line, actorId }: { batch: Batch; accountId: number; line: string; actorId: number },
  { settings, pair, now }: Signing,
): Promise<void> {
  await writer
    .insertInto('certificate_names')
    .values({ account_id: accountId, line, confirmed_at: now, confirmed_by: null })
    .execute();
  const student = (await readStudents(writer, batch)).find(({ id }) => id === accountId);
  if (student === undefined || obstacleOf(student) !== null)
    throw new Error(`account ${accountId} cannot get a certificate`);
  const pictures = { logo: null, backgrounds: { certificate: null, statement: null } };
  await issueOne(writer, { settings }, student, { batch, actorId, pair, pictures, now });
}

export const issueCalls = (readLogo: ReadLogo) => [
  read(calls.listBatchCertificates, {
    who: officeBatch,
    run: ({ context, resource: batch }) => presentBatch(context, context.database.reader, batch),
  }),

  act(calls.issueCertificates, {
    who: officeBatch,
    async prepare({ context }) {
      const hindrance = hindranceOf(context);
      if (hindrance !== null) throw httpErrors.conflict(hindrance);
      return receiptKeys(context);
    },
    audit: 'issue-certificates',
    async run(writer, { context, viewer, resource: batch, body, prepared: pair, now }) {
      const { accountId: actorId } = viewer;
      const wanted = new Set(body.students);
      const isWanted = ({ email }: Student) => body.students === undefined || wanted.has(email);
      await lockAccounts(
        writer,
        (await studentsIn(writer, batch)).map(({ id }) => id),
      );
      const able = (await readStudents(writer, batch)).filter(
        (student) => isWanted(student) && obstacleOf(student) === null,
      );
      if (able.length === 0) return { id: actorId };
      const pictures = await keepPictures(writer, readLogo);
      const issued = [];
      for (const student of able)
        issued.push(await issueOne(writer, context, student, { batch, actorId, pair, pictures, now }));
      for (const kind of ['certificate', 'statement'] as const) {
        const accounts = issued.filter((one) => one.kind === kind).map(({ id }) => id);
        if (accounts.length === 0) continue;
        await notify(writer, {
          kind: 'certificate',
          event: `issued:${batch.id}:${kind}:${now}`,
          accounts,
          about: 'certificate',
          text: kind === 'certificate' ? 'Your certificate is ready' : 'Your statement of marks is ready',
          href: certificateNamePath,
          now,
        });
      }
      const numbers = issued.map(({ number }) => number);
      return { id: actorId, audit: { subject: batch.name, after: { numbers } } };
    },
    taken: () => 'Somebody else has just issued certificates to this batch. Please look again.',
    answer: (reader, { context, resource: batch }) => presentBatch(context, reader, batch),
  }),
];
