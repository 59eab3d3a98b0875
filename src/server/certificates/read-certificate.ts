import * as calls from '#contract/certificates/certificate-calls';
import { certificateNamePath } from '#contract/certificates/name-path';
import { revocations, type Revocation } from '#contract/certificates/wording';
import { isoInstant } from '#contract/dates';
import { administrator, selfOrMentor, student } from '../accounts/policy.ts';
import { act, read, readPublic } from '../accounts/sessions/act.ts';
import type { ViewerRule } from '../accounts/sessions/viewer.ts';
import type { StudentRow } from '../accounts/queries.ts';
import { notify } from '../notices/notify.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import {
  certificateByNumber,
  type CertificateRow,
  certificatesOf,
  documentOf,
  keepsCertificates,
} from './certificate-queries.ts';
import { shownOf } from './paper-fields.ts';

export const presentRevocation = (row: { revokedAt: number | null; revocation: Revocation | null }) =>
  row.revokedAt === null || row.revocation === null
    ? null
    : { at: isoInstant(row.revokedAt), reason: row.revocation };

/** As it is printed; people type small letters and spaces. */
const typedNumber = (number: string): string => number.trim().toUpperCase();

/** Undefined for an unknown one, and for one whose texts went with its holder. */
export async function findCertificate(db: Reader, typed: string) {
  const number = typedNumber(typed);
  // PostgreSQL cannot look for NUL.
  if (!/^[A-Z0-9-]{1,100}$/.test(number)) return undefined;
  const [row] = await certificateByNumber(db, { number });
  const shown = row === undefined ? null : shownOf(documentOf(row));
  return row === undefined || shown === null ? undefined : { row, shown };
}

export async function presentCertificate(db: Reader, typed: string): Promise<calls.PublicCertificate> {
  const found = await findCertificate(db, typed);
  if (found === undefined)
    return { number: typedNumber(typed), verdict: 'unknown', kind: null, shown: null, revoked: null };
  const { row, shown } = found;
  const revoked = presentRevocation(row);
  const { language: _, ...texts } = shown;
  const verdict = revoked === null ? 'genuine' : 'revoked';
  return { number: row.number, verdict, kind: row.kind, shown: texts, revoked };
}

async function presentOwn(db: Reader, accountId: number): Promise<calls.OwnCertificates> {
  const rows = await certificatesOf(db, { accountId });
  return {
    certificates: rows.map((row) => ({
      number: row.number,
      kind: row.kind,
      batch: row.batch,
      issued_at: isoInstant(row.issuedAt),
      revoked: presentRevocation(row),
    })),
    keeps: await keepsCertificates(db, accountId),
  };
}

const selfAlone: ViewerRule<StudentRow> = async (check) => {
  student(check);
  return selfOrMentor(check);
};

const officeOfNumber: ViewerRule<CertificateRow> = async (check) => {
  administrator(check);
  const found = await findCertificate(check.context.database.reader, check.params.number ?? '');
  if (found === undefined) throw httpErrors.notFound('There is no certificate with this number.');
  return found.row;
};

const headers = { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' } as const;

export const certificateCalls = [
  readPublic(calls.readCertificate, {
    run({ context, params, reply }) {
      reply.headers(headers);
      return presentCertificate(context.database.reader, params.number);
    },
  }),

  read(calls.listCertificates, {
    who: selfOrMentor,
    run: ({ context, resource: { accountId } }) => presentOwn(context.database.reader, accountId),
  }),

  read(calls.readSignedCertificate, {
    who: selfOrMentor,
    async run({ context, resource: { accountId }, params: { number } }) {
      const found = await findCertificate(context.database.reader, number);
      if (found?.row.accountId !== accountId)
        throw httpErrors.notFound('This student has no certificate with this number.');
      return documentOf(found.row);
    },
  }),

  act(calls.keepCertificates, {
    who: selfAlone,
    async run(writer, { resource: { accountId }, body }) {
      const keeps = body.keeps ? (1 as const) : (0 as const);
      await writer
        .insertInto('certificate_wishes')
        .values({ account_id: accountId, keeps })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ keeps }))
        .execute();
      return { id: accountId };
    },
    answer: (reader, { resource: { accountId } }) => presentOwn(reader, accountId),
  }),

  act(calls.revokeCertificate, {
    who: officeOfNumber,
    audit: 'revoke-certificate',
    async run(writer, { resource: row, viewer: { accountId }, body: { reason, note }, now }) {
      const revoked = await writer
        .updateTable('certificates')
        .set({ revoked_at: now, revoked_by: accountId, revocation: reason, note })
        .where('id', '=', row.id)
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (revoked === undefined) throw httpErrors.conflict('This certificate is already revoked.');
      await notify(writer, {
        kind: 'certificate',
        event: `revoked:${row.id}`,
        accounts: [row.accountId],
        about: 'certificate',
        text: `Your ${row.kind === 'certificate' ? 'certificate' : 'statement of marks'} ${row.number} was revoked: ${revocations[reason].replace(/\.$/, '')}`,
        href: certificateNamePath,
        now,
      });
      const audit = { subject: row.number, aboutId: row.accountId, after: { reason, note } };
      return { id: accountId, audit };
    },
    answer: (reader, { params }) => presentCertificate(reader, params.number),
  }),
];
