import { openPlace } from '#server/operations/backups/open-place';
import { writeBackup } from '#server/operations/backups/write-backup';
import { dayMs, hourMs, minuteMs } from '#contract/durations';
import { copyChanges, loseDisk } from '../disks.ts';
import type { World } from '../world.ts';
import { chance, pick, type Act } from './act.ts';

const jumps = { minutes: minuteMs, hours: hourMs, days: dayMs } as const;

/** Planned announcements that were published have become announcements. */
export async function notePublished({ ledger, portal }: World): Promise<void> {
  const { reader } = portal.context.database;
  const left = await reader.selectFrom('planned_announcements').select('id').execute();
  const ids = new Set(left.map(({ id }) => String(id)));
  for (const plan of ledger.planned) {
    if (plan.isWithdrawn || ids.has(plan.id)) continue;
    plan.isWithdrawn = true;
    const row = await reader
      .selectFrom('announcements')
      .where('text', '=', plan.text)
      .select('id')
      .executeTakeFirst();
    if (row === undefined) continue;
    const id = String(row.id);
    ledger.announcements.push({ ...plan, id, isWithdrawn: false });
    ledger.record(`announcement ${id}`, { text: plan.text });
  }
}

export const happenings: Act[] = [
  {
    name: 'time passes',
    weight: 6,
    async run(world) {
      const unit = pick(world, ['minutes', 'hours', 'days', 'days'] as const) as keyof typeof jumps;
      const count = 1 + Math.floor(world.draw() * (unit === 'days' ? 9 : 40));
      const isBack = unit === 'minutes' && chance(world, 0.2);
      world.clock.advance((isBack ? -count : count) * jumps[unit]);
      return `the clock goes ${count} ${unit} ${isBack ? 'back' : 'on'}`;
    },
  },
  {
    name: 'work in the background',
    weight: 6,
    async run(world) {
      world.mailServer = pick(world, ['takes', 'takes', 'unreachable', 'refuses later'] as const) ?? 'takes';
      const at = Math.floor(world.draw() * 30);
      const fault = chance(world, 0.08) ? ({ kind: 'killed', at } as const) : null;
      const { seams } = world.portal;
      await world.intervals.tick();
      const done = await world.under(fault, () => seams.turns.alone(() => world.portal.work(world.deliver)));
      for (const event of world.takenNow.splice(0))
        if (done === null) world.unnoted.set(event, (world.unnoted.get(event) ?? 0) + 1);
      await notePublished(world);
      return `the worker does what is due, and the mail server ${world.mailServer}: ${done ?? `killed at ${seams.hit}`}`;
    },
  },
  {
    name: 'a kill in a quiet moment',
    weight: 0.6,
    async run(world) {
      await world.restart();
      return 'the portal is killed and starts again';
    },
  },
  {
    name: 'a restart',
    weight: 0.4,
    async run(world) {
      await world.stopAndStart();
      return 'the portal ends and starts again';
    },
  },
  {
    name: 'changes are copied',
    weight: 1,
    async run(world) {
      const at = Math.floor(world.draw() * 40);
      const fault = chance(world, 0.2) ? ({ kind: 'killed', at } as const) : null;
      const isDone = await copyChanges(world, fault);
      return `what has changed is copied${isDone ? '' : ', and the portal is killed meanwhile'}`;
    },
  },
  {
    name: 'the disk is lost',
    weight: 0.3,
    async run(world) {
      await copyChanges(world, null);
      await loseDisk(world);
      return 'what has changed is copied, the disk is lost, and another one has what was copied';
    },
  },
  {
    name: 'a backup',
    weight: 0.4,
    async run(world) {
      const { context } = world.portal;
      world.clock.advance(1_000);
      const place = await openPlace(world.backups, context.settings, context.log, { mustExist: false });
      try {
        const { rows, files, faults } = await writeBackup(context, place);
        for (const { why } of faults) world.portal.seams.broken.push(`a backup lacks a file: ${why}`);
        return `a backup of ${rows} rows and ${files} files`;
      } finally {
        await place.close();
      }
    },
  },
];
