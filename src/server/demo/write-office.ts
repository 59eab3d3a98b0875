import type { AccessScope } from '#contract/accounts/access-scopes';
import { demoEmail, type DemoName } from '#contract/demo-accounts';
import { dayMs, hourMs } from '#contract/durations';
import { makeAccessToken } from '../accounts/access-tokens/access-token.ts';
import { insertAccessToken } from '../accounts/access-tokens/access-token-queries.ts';
import { accountByEmail } from '../accounts/queries.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { batchByName } from '../courses/batch-queries.ts';
import { insertPlan } from '../notices/announcements/planned-announcements.ts';
import type { Writer } from '../platform/database/database.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { localText } from '../platform/zoned-time.ts';
import { setHold } from '../privacy/retention/holds.ts';
import { accountOf, type DemoAccount } from './write-people.ts';

type At = { now: number; settings: Settings };

/** Of programs that read and import; nobody knows their secrets. */
const tokens: readonly {
  owner: DemoName;
  name: string;
  scopes: readonly AccessScope[];
  madeDaysAgo: number;
  endsInDays: number;
  usedHoursAgo: number | null;
}[] = [
  {
    owner: 'mentor',
    name: 'Marks on our own page',
    scopes: ['batch:read'],
    madeDaysAgo: 21,
    endsInDays: 69,
    usedHoursAgo: 2,
  },
  {
    owner: 'admin',
    name: 'Import from the admissions office',
    scopes: ['people:import'],
    madeDaysAgo: 40,
    endsInDays: 140,
    usedHoursAgo: 75,
  },
];

const plan = {
  by: 'mentor',
  batch: 'MERN-2026-11',
  text: 'Submissions of week 3 are open until Sunday. Ask in the forum, so that all can read the answer.',
  inDays: 3,
  pinnedDays: 4,
} as const;

/** Her result is incomplete. */
const hold = { student: 'lakshmi@example.test', reason: 'She repeats the viva. Keep her work until then.' };

/** What staff have set up: tokens for programs, an announcement for later, a hold on a student's data. */
export async function writeOffice(
  writer: Writer,
  accounts: ReadonlyMap<string, DemoAccount>,
  { now, settings }: At,
): Promise<void> {
  const idOf = (name: DemoName) => accountOf(accounts, demoEmail(name)).id;
  for (const { owner, name, scopes, madeDaysAgo, endsInDays, usedHoursAgo } of tokens)
    await insertAccessToken(writer, {
      secret: makeAccessToken(),
      accountId: idOf(owner),
      name,
      scopes,
      onlyBatchId: null,
      now: now - madeDaysAgo * dayMs,
      expiresAt: now + endsInDays * dayMs,
      usedAt: usedHoursAgo === null ? null : now - usedHoursAgo * hourMs,
    });

  const zone = settings.academyZone;
  const dayIn = (days: number) => localText(now + days * dayMs, zone).slice(0, 10);
  const { audit } = await insertPlan(
    writer,
    {
      batch: await batchByName(writer, plan.batch),
      authorId: idOf(plan.by),
      plan: {
        text: plan.text,
        publish_at: `${dayIn(plan.inDays)}T09:00`,
        until: dayIn(plan.inDays + plan.pinnedDays),
      },
    },
    { now, settings },
  );
  await recordAuditEvent(writer, { at: now, actorId: idOf(plan.by), ...audit });

  const held = await accountByEmail(writer, hold.student);
  if (held === undefined) throw new Error(`The demo has no ${hold.student}`);
  const by = { reason: hold.reason, actorId: idOf('admin'), now: now - 30 * dayMs };
  await setHold(writer, { account_id: held.id }, by);
  const event = { at: by.now, actorId: by.actorId, act: 'hold-data', subject: hold.student } as const;
  await recordAuditEvent(writer, { ...event, aboutId: held.id, after: { reason: hold.reason } });
}
