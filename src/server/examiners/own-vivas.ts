import { shownName } from '#contract/accounts/person-name';
import { isoInstant } from '#contract/dates';
import * as calls from '#contract/examiners/viva-calls';
import { staff } from '../accounts/policy.ts';
import { read } from '../accounts/sessions/act.ts';
import type { Reader } from '../platform/database/database.ts';
import { briefsOfProject, presentTaskBriefs, rubricsOfProject } from '../projects/briefs.ts';
import { presentProject } from '../projects/presenter.ts';
import { projectById } from '../projects/queries.ts';
import { presentVersion } from '../submissions/presenter.ts';
import { versionsOfProject } from '../submissions/queries.ts';
import { openSeatsOf, type OpenSeat, seatsSince } from '../vivas/panel-rows.ts';
import { panelsOf } from '../vivas/slot-rows.ts';
import { panelMember } from './policy.ts';

async function presentSeats(reader: Reader, seats: readonly OpenSeat[]): Promise<calls.OwnViva[]> {
  const panels = await panelsOf(
    reader,
    seats.map(({ id }) => id),
  );
  return seats.map((seat) => ({
    student: { s_id: seat.email, s_name: shownName(seat.name) },
    project: seat.project,
    batch: seat.batch,
    starts_at: isoInstant(seat.startsAt),
    minutes: seat.minutes,
    room: seat.room,
    link: seat.link,
    panel: (panels.get(seat.id) ?? []).map(({ name }) => shownName(name)),
  }));
}

async function presentPapers(reader: Reader, seat: OpenSeat): Promise<calls.VivaPapers> {
  const [viva] = await presentSeats(reader, [seat]);
  const id = seat.projectId ?? '';
  const [[project], briefs, lines, versions] = await Promise.all([
    projectById(reader, { id }),
    briefsOfProject(reader, { id }),
    rubricsOfProject(reader, { id }),
    versionsOfProject(reader, { accountId: seat.studentId, limit: calls.shownPapers }),
  ]);
  return {
    ...(viva as calls.OwnViva),
    project: project === undefined ? null : presentProject(project),
    briefs: await presentTaskBriefs(briefs, lines),
    versions: versions.map(presentVersion),
  };
}

export const ownVivaCalls = [
  read(calls.listOwnVivas, {
    who: staff,
    async run({ context, resource: { accountId } }) {
      const { reader } = context.database;
      const of = { accountId, since: seatsSince({ context }), limit: calls.shownVivas };
      return presentSeats(reader, await openSeatsOf(reader, of));
    },
  }),

  read(calls.readViva, {
    who: panelMember,
    run: ({ context, resource: { seat } }) => presentPapers(context.database.reader, seat),
  }),
];
