import type { z } from 'zod';
import * as calls from '#contract/people/calls';
import { shownName } from '#contract/accounts/person-name';
import { accountsWithoutGuardian } from '../accounts/consent/consent-queries.ts';
import { mailPasswordReset } from '../accounts/login/issue-password-reset.ts';
import { administrator } from '../accounts/policy.ts';
import { lockAccounts } from '../accounts/queries.ts';
import { accountsWithCalendars, accountsWithSessions } from '../accounts/people-queries.ts';
import { act, read } from '../accounts/sessions/act.ts';
import { signOutEverywhere } from '../accounts/sessions/end-logins.ts';
import { restoreAccount, suspendAccount } from '../accounts/suspend-account.ts';
import { batchByName } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import { projectsById } from '../projects/queries.ts';
import { chooseForStudent } from '../selections/insert-selection.ts';
import { chosenProjects } from '../selections/queries.ts';
import { placeStudent } from './assign-batch.ts';
import { confirmByOffice } from './confirm-account.ts';
import {
  type BulkAction,
  type ChosenProjectOf,
  noteFor,
  overwrittenBy,
  refusalFor,
  replacedBy,
  type Target,
} from './bulk-action-rules.ts';
import { peopleToActOn, type PersonToActOn } from './queries.ts';

type Asked = Pick<z.output<typeof calls.readPeopleReach.query>, 'act' | 'batch' | 'ids' | 'p_id'>;

/** By id: the one named, or those that the people prefer. @throws 404 for an unknown one */
async function projectsFor(
  database: Reader,
  rows: readonly PersonToActOn[],
  named: string | undefined,
): Promise<Map<string, ChosenProjectOf>> {
  const ids = named === undefined ? rows.flatMap((row) => row.preferred_project ?? []) : [named];
  const found = new Map((await projectsById(database, ids)).map((project) => [project.id, project]));
  if (named !== undefined && !found.has(named)) throw httpErrors.notFound(`There is no project ${named}.`);
  return found;
}

/**
 * @throws 404 for an unknown batch, project or id; 400 for `place` without a batch; 409 where mail is needed and not
 * set up
 */
async function readAction(
  database: Reader,
  { settings, clock }: Pick<AppContext, 'settings' | 'clock'>,
  { act, batch: name, ids, p_id }: Asked,
  actorId: number,
): Promise<{ on: BulkAction; people: Target[] }> {
  if (act === 'place' && name === undefined) throw httpErrors.badRequest('batch is missing');
  if (act === 'send-reset' && settings.smtpUrl === null)
    throw httpErrors.conflict(
      'This portal cannot send email. Create a reset link on the person’s page instead.',
    );
  const batch = act === 'place' && name !== undefined ? await batchByName(database, name) : null;
  const accountIds = [...new Set(ids.map(Number))];
  const rows = await peopleToActOn(database, accountIds);
  const missing = accountIds.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) throw httpErrors.notFound(`Person ${missing} does not exist.`);
  const loggedIn = await accountsWithSessions(database, accountIds, clock.now());
  const calendars = await accountsWithCalendars(database, accountIds);
  const chosen = await chosenProjects(database, accountIds);
  const projects = act === 'choose-project' ? await projectsFor(database, rows, p_id) : new Map();
  const minors = act === 'choose-project' ? await accountsWithoutGuardian(database, accountIds) : new Set();
  const people = rows.map((row) => ({
    ...row,
    lacksGuardian: minors.has(row.id),
    project: projects.get(p_id ?? row.preferred_project ?? '') ?? null,
    hasSession: loggedIn.has(row.id),
    hasCalendar: calendars.has(row.id),
    chosen: chosen.get(row.id) ?? null,
  }));
  return { on: { act, batch, actorId, now: clock.now(), isNamed: p_id !== undefined }, people };
}

const named = ({ id, email, name }: Target) => ({ id: String(id), s_id: email, s_name: shownName(name) });

/** @throws as above */
async function previewBulkAction(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  asked: Asked,
  { accountId }: { accountId: number },
): Promise<calls.PeopleReach> {
  const { on, people } = await readAction(context.database.reader, context, asked, accountId);
  const looked = people.map((person) => ({ person, reason: refusalFor(on, person) }));
  return {
    act: on.act,
    batch: on.batch?.name ?? null,
    reached: looked.flatMap(({ person, reason }) =>
      reason === null ? [{ ...named(person), note: noteFor(on, person), began: replacedBy(on, person) }] : [],
    ),
    refused: looked.flatMap(({ person, reason }) => (reason === null ? [] : [{ ...named(person), reason }])),
  };
}

type Change = { account: Target; actorId: number; now: number };

function applyTo(
  writer: Writer,
  context: AppContext,
  { act: what, batch }: BulkAction,
  change: Change & { reason: string },
): Promise<unknown> {
  switch (what) {
    case 'confirm':
      return confirmByOffice(writer, context, change);
    case 'place':
      return placeStudent(writer, context, { ...change, batch: batch as NonNullable<typeof batch> });
    case 'choose-project': {
      const project = change.account.project as NonNullable<Target['project']>;
      return chooseForStudent(writer, { ...change, project });
    }
    case 'suspend':
      return suspendAccount(writer, context, change);
    case 'bring-back':
      return restoreAccount(writer, context, change);
    case 'sign-out':
      return signOutEverywhere(writer, context, change);
    case 'send-reset':
      return mailPasswordReset(writer, context, change);
  }
}

function notApplicable(people: readonly { person: Target; reason: string }[]): HttpError {
  const [first] = people;
  const more = people.length > 1 ? ` (and ${people.length - 1} more)` : '';
  return httpErrors.conflict(
    `Nothing was changed. ${shownName(first?.person.name ?? '')}, ${first?.person.email}: ${first?.reason}${more}`,
  );
}

export const bulkActionCalls = [
  read(calls.readPeopleReach, {
    who: administrator,
    run: ({ context, query, resource: viewer }) => previewBulkAction(context, query, viewer),
  }),

  // For all or for none, audited each.
  act(calls.actOnPeople, {
    who: administrator,
    key: {
      kind: 'people-act',
      content: ({ body: { act: what, ids, batch, reason, p_id } }) => [
        what,
        ids,
        batch,
        reason,
        ...(p_id === undefined ? [] : [p_id]),
      ],
    },
    async run(writer, { context, resource: { accountId }, body, now }) {
      const { act: what, ids, reason } = body;
      if (what === 'suspend' && reason === undefined) throw httpErrors.badRequest('Please give a reason.');
      // Before they are judged, and before a project's seats: the order of a student's own choice.
      await lockAccounts(writer, ids.map(Number));
      const { on, people } = await readAction(writer, context, body, accountId);
      const refused = people.flatMap((person) => {
        const why = refusalFor(on, person) ?? overwrittenBy(on, person, body.began ?? {});
        return why === null ? [] : [{ person, reason: why }];
      });
      if (refused.length > 0) throw notApplicable(refused);
      for (const account of people) {
        const change = { account, actorId: accountId, now, reason: reason ?? '' };
        await applyTo(writer, context, on, change).catch((error: unknown) => {
          // A concurrent change.
          if (error instanceof HttpError && error.status < 500)
            throw notApplicable([{ person: account, reason: error.message }]);
          throw error;
        });
      }
      return { id: accountId };
    },
    answer: async (_, { body }) => ({ act: body.act, done: new Set(body.ids).size }),
  }),
];
