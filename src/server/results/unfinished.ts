import { tasks, isoInstant, instantOrNull } from '#contract/dates';
import { limits } from '#contract/limits';
import * as calls from '#contract/results/unfinished-calls';
import type { UnfinishedRow } from '#contract/results/unfinished-calls';
import { unfinishedGroups, unfinishedLabels, type UnfinishedGroup } from '#contract/results/unfinished';
import { shownName } from '#contract/accounts/person-name';
import { ownBatchOf } from '../accounts/policy.ts';
import { read } from '../accounts/sessions/act.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { csvHeaders, csvStream, type CsvColumns } from '../platform/csv-stream.ts';
import { readPage } from '../platform/database/read-page.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { eachRow } from '../platform/database/rows-at-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { localText } from '../platform/zoned-time.ts';
import { dueAt, dueFrom } from '../submissions/due-dates.ts';
import { taskLabel } from '../submissions/open-task.ts';
import { countUnfinished, unfinishedPage, type UnfinishedPageRow } from './unfinished-queries.ts';

type Of = Parameters<ReturnType<typeof countUnfinished>>[1];
type Place = Pick<UnfinishedPageRow, 'key' | 'accountId' | 'place'>;

const first: Place = { key: '', accountId: 0, place: 0 };

const writePlace = ({ key, accountId, place }: Place): string =>
  Buffer.from(JSON.stringify([key, accountId, place])).toString('base64url');

/** @throws 400 */
function parsePlace(text: string): Place {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    // Checked below.
  }
  const [key, accountId, place] = Array.isArray(read) ? (read as unknown[]) : [];
  const isPlace =
    typeof key === 'string' &&
    !key.includes('\0') &&
    Number.isSafeInteger(accountId) &&
    typeof place === 'number' &&
    place in [0, ...tasks];
  if (!isPlace) throw httpErrors.badRequest('after is not valid for this list');
  return { key, accountId: accountId as number, place };
}

function presentRow(row: UnfinishedPageRow, zone: string): UnfinishedRow {
  const { task, startedAt } = row;
  const due = task === null || startedAt === null ? null : dueAt(task, dueFrom(row, startedAt, zone));
  return {
    student: { s_id: row.email, s_name: shownName(row.name) },
    task,
    number: row.number,
    since: instantOrNull(row.since),
    due_at: due === null ? null : isoInstant(due),
    ...(row.suspendedAt !== null && { suspended: true as const }),
  };
}

const pageAfter = (reader: Reader | Writer, group: UnfinishedGroup, of: Of, after: Place, limit: number) =>
  unfinishedPage(group)(reader, {
    ...of,
    key: after.key,
    accountId: after.accountId,
    place: after.place,
    limit,
  });

/** Page by page. */
export const everyUnfinished = (reader: Reader | Writer, group: UnfinishedGroup, of: Of) =>
  eachRow((last?: UnfinishedPageRow) => pageAfter(reader, group, of, last ?? first, 500));

async function countsOf(reader: Reader, of: Of): Promise<calls.Unfinished['groups']> {
  const groups = [];
  for (const group of unfinishedGroups) {
    const [row] = await countUnfinished(group)(reader, of);
    groups.push({ group, count: Number(row?.count ?? 0) });
  }
  return groups;
}

type Listed = UnfinishedRow & { group: UnfinishedGroup };

const columnsIn = (zone: string): CsvColumns<Listed> => {
  const local = (instant: string | null) => (instant === null ? null : localText(Date.parse(instant), zone));
  return [
    ['missing', ({ group }) => unfinishedLabels[group]],
    ['name', ({ student }) => student.s_name],
    ['email', ({ student }) => student.s_id],
    ['task', ({ task }) => (task === null ? null : taskLabel(task))],
    ['receipt', ({ number }) => number],
    [`since (${zone})`, ({ since }) => local(since)],
    [`due (${zone})`, ({ due_at: due }) => local(due)],
    ['suspended', ({ suspended }) => (suspended === true ? 'yes' : null)],
  ];
};

export const unfinishedCalls = [
  read(calls.readUnfinished, {
    who: ownBatchOf,
    async run({ context, resource: { batch }, query: { group: asked, limit = limits.pageSize, after } }) {
      const { database, clock, settings } = context;
      const { reader } = database;
      const place = after === undefined ? first : parsePlace(after);
      const of: Of = { batchId: batch.id, now: clock.now(), released: 0 };
      const groups = await countsOf(reader, of);
      const group = asked ?? groups.find(({ count }) => count > 0)?.group ?? unfinishedGroups[0];
      const { rows, last } = await readPage(limit, (most) => pageAfter(reader, group, of, place, most));
      return {
        batch: batch.name,
        groups,
        group,
        rows: rows.map((row) => presentRow(row, settings.academyZone)),
        next: last === undefined ? null : writePlace(last),
      };
    },
  }),

  // Audited before the first byte.
  read(calls.exportUnfinished, {
    who: ownBatchOf,
    async run({ context, resource: { batch, viewer }, query: { group: asked }, reply }) {
      const { database, clock, settings } = context;
      const zone = settings.academyZone;
      const of: Of = { batchId: batch.id, now: clock.now(), released: 0 };
      await database.transaction((writer) =>
        recordAuditEvent(writer, {
          at: of.now,
          actorId: viewer.accountId,
          act: 'export-unfinished',
          subject: batch.name,
        }),
      );
      async function* rows(): AsyncGenerator<Listed> {
        for (const group of asked === undefined ? unfinishedGroups : [asked])
          for await (const row of everyUnfinished(database.reader, group, of))
            yield { ...presentRow(row, zone), group };
      }
      reply.headers(csvHeaders(`${batch.name} unfinished`));
      return csvStream(columnsIn(zone), rows());
    },
  }),
];
