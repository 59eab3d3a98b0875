import type { FastifyInstance } from 'fastify';
import { type OfficeStep, officeSteps, readEvents } from '#contract/operations/office-view';
import { hasImportedPeople } from '../accounts/people-queries.ts';
import { administrator } from '../accounts/policy.ts';
import { read, registerDeclared } from '../accounts/sessions/act.ts';
import { appearanceOf, readAppearance } from '../catalogue/appearance/appearance.ts';
import { hasBatches } from '../courses/batch-queries.ts';
import { hasCourses } from '../courses/course-queries.ts';
import { countReportedPosts } from '../forum/moderation/queries.ts';
import { hasInvitations } from '../people/invitations/invitation-queries.ts';
import { wrongCodesByBatch } from '../people/invitations/wrong-codes.ts';
import { peopleCounts, undecidedByBatch } from '../people/queries.ts';
import { presentCounts } from '../people/read-people.ts';
import type { AppContext } from '../platform/context.ts';
import { countHeldMail } from '../platform/mail/held-mail.ts';
import { outboxMetrics } from '../platform/metrics/queue-metrics.ts';
import { build } from '../platform/version.ts';
import { readAuditLog } from '../privacy/exports/read-audit-log.ts';
import { hasProjects } from '../projects/queries.ts';
import { backupMetrics, listBackups } from './backups/backup-records.ts';
import { readQueue } from './system-check/work-checks.ts';
import { isoInstant } from '#contract/dates';
import { makeBoundedProbe } from '../platform/bounded-probe.ts';
import { describeSettings } from '../platform/settings/settings.ts';
import { journalMetrics, readUnprotected } from './journal/journal-state.ts';
import { watchJournal } from './journal/ship-journal.ts';
import { portalMailCalls } from './system-check/portal-mail.ts';
import { runChecks } from './system-check/run-checks.ts';
import { watchAlarms } from './system-check/watch-alarms.ts';
import * as calls from '#contract/operations/calls';

async function readSteps({ database: { reader }, settings }: AppContext): Promise<calls.Office['steps']> {
  const done: Record<OfficeStep, boolean | Promise<boolean>> = {
    address: settings.publicUrl !== null,
    mail: settings.smtpUrl !== null,
    course: hasCourses(reader),
    batch: hasBatches(reader),
    project: hasProjects(reader),
    list: hasImportedPeople(reader),
    invitations: hasInvitations(reader),
    backup: listBackups(reader, 1).then(({ length }) => length > 0),
  };
  return Promise.all(officeSteps.map(async (step) => ({ step, done: await done[step] })));
}

async function readWaiting(context: AppContext): Promise<calls.Office['waiting']> {
  const { database, settings, clock } = context;
  const { reader } = database;
  const canSend = settings.smtpUrl !== null;
  const [row] = await peopleCounts(reader, {});
  const { waiting, unconfirmed, 'deletion-asked': deletions } = presentCounts(row, undefined);
  return {
    placements: waiting,
    confirmations: unconfirmed,
    deletions,
    undecided: await undecidedByBatch(reader, { now: clock.now() }),
    reports: await countReportedPosts(reader),
    wrong_codes: await wrongCodesByBatch(reader, clock.now()),
    failed_mails: (await readQueue(outboxMetrics(context))).dead,
    held_mails: canSend ? await countHeldMail(reader, clock.now()) : 0,
    alarms: (await context.alarms.open()).length,
  };
}

async function isNamed({ database: { reader }, settings }: AppContext): Promise<boolean> {
  const appearance = await readAppearance(reader);
  return settings.fixed.academyName || appearance.words.name !== null || appearanceOf(appearance) !== null;
}

async function hasPlacedStudents({ database: { reader } }: AppContext): Promise<boolean> {
  const [row] = await peopleCounts(reader, {});
  const { placed, 'with-project': chosen } = presentCounts(row, undefined);
  return placed + chosen > 0;
}

/** Reads of every room, so it belongs to the last. */
const readOffice = read(calls.readOffice, {
  who: administrator,
  async run({ context }) {
    const [steps, is_named, has_students, waiting, { lines }, unprotected] = await Promise.all([
      readSteps(context),
      isNamed(context),
      hasPlacedStudents(context),
      readWaiting(context),
      readAuditLog(context, { limit: readEvents }),
      readUnprotected(context),
    ]);
    const since = unprotected?.since ?? null;
    return {
      steps,
      is_named,
      has_students,
      waiting,
      events: lines,
      unprotected: unprotected && { ...unprotected, since: since === null ? null : isoInstant(since) },
    };
  },
});

/** Milliseconds: checks write a file and connect to the mail server. */
const bounds = { timeoutMs: 20_000, keptMs: 10_000 };

function checkRead(context: AppContext) {
  const check = makeBoundedProbe(async () => {
    const checks = await runChecks(context);
    const now = context.clock.now();
    const canSend = context.settings.smtpUrl !== null;
    const held_mails = canSend ? await countHeldMail(context.database.reader, now) : 0;
    return { checked_at: isoInstant(now), checks, held_mails, settings: describeSettings(), build };
  }, bounds);
  return read(calls.readPortalChecks, {
    who: administrator,
    async run() {
      const probed = await check();
      if ('error' in probed) throw probed.error;
      return probed.value;
    },
  });
}

export function registerOperationRoutes(server: FastifyInstance, context: AppContext): void {
  const watching = watchAlarms(context);
  server.addHook('onListen', async () => watching.start());
  server.addHook('onClose', () => watching.stop());
  const shipping = watchJournal(context);
  server.addHook('onListen', async () => shipping.start());
  server.addHook('onClose', () => shipping.stop());
  context.metrics.push(...backupMetrics(context), ...journalMetrics(context));
  registerDeclared(server, context, [readOffice, checkRead(context), ...portalMailCalls]);
}
