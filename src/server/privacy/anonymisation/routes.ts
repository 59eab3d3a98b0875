import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/privacy/calls';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import { freshly } from '../../accounts/second-factor/fresh-proof.ts';
import { sendZip } from '../exports/record-slot.ts';
import type { AppContext } from '../../platform/context.ts';
import { madeBefore } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { anonymisePerson } from './anonymise-person.ts';
import { openPersonExport, unknownStudent } from './open-person-export.ts';
import { type ListBackups, readPersonData } from './read-person-data.ts';
import { normalizeEmail } from '#contract/limits';
import type { Viewer, ViewerRule } from '../../accounts/sessions/viewer.ts';
import { administrator } from '../../accounts/policy.ts';
import { studentByEmail } from '../../accounts/queries.ts';

/** `accountId` is null if no student has the address (any more). */
export type Asked = { viewer: Viewer; s_id: string; accountId: number | null };

export const administratorAbout: ViewerRule<Asked> = async (check) => {
  const viewer = administrator(check);
  const s_id = normalizeEmail(check.params.s_id ?? '');
  const [student] = await studentByEmail(check.context.database.reader, { email: s_id });
  return { viewer, s_id, accountId: student?.accountId ?? null };
};

export const administratorOfPerson: ViewerRule<{ viewer: Viewer; accountId: number }> = async (check) => {
  const { viewer, accountId } = await administratorAbout(check);
  if (accountId === null) throw unknownStudent();
  return { viewer, accountId };
};

export function registerAnonymisationRoutes(
  server: FastifyInstance,
  context: AppContext,
  listBackups: ListBackups,
): void {
  const on = makeRegistrar(server, context);

  on(calls.readPersonData, administratorOfPerson, ({ resource: { accountId } }) =>
    readPersonData(context, accountId, listBackups),
  );

  on(
    calls.exportPerson,
    administratorOfPerson,
    ({ resource: { viewer, accountId }, request, reply }) => {
      const { accountId: account } = viewer;
      const disposition = 'attachment; filename="person.zip"';
      const zip = { limiter: context.recordLimiter, disposition, account, request, reply };
      const what = { own: 'Another export of yours is', many: 'Too many records are' };
      return sendZip(zip, what, (onFailure) =>
        openPersonExport(context, { accountId, actorId: account }, onFailure),
      );
    },
    { takesLong: true },
  );

  on(
    calls.anonymisePerson,
    freshly<Asked>(administratorAbout),
    async ({ resource: { viewer, s_id, accountId: found }, body, idempotencyKey: key }) => {
      const { address, reason } = body;
      const actorId = viewer.accountId;
      const content = [s_id, address, reason];
      let accountId = found;
      if (accountId === null) {
        // The first request erased the address: a repetition still names it.
        const scope = { accountId: actorId, kind: 'anonymisation', content } as const;
        const done = key === null ? undefined : await madeBefore(context.database.reader, { ...scope, key });
        if (done === undefined) throw unknownStudent();
        accountId = done;
      } else {
        if (address !== s_id) throw httpErrors.badRequest(`Enter the email ${s_id} to confirm.`);
        const request = key === null ? null : { key, content };
        await anonymisePerson(context, { accountId, actorId, reason }, request);
      }
      return readPersonData(context, accountId, listBackups);
    },
  );
}
