import { accessRules } from './access-rules.ts';
import { attachmentGuards } from './attachments.ts';
import { backupGuards } from './backups.ts';
import { catalogueGuards } from './catalogue.ts';
import { anonymisationGuards } from './anonymisation.ts';
import { exportGuards } from './exports.ts';
import { factorGuards } from './factors.ts';
import { inputGuards } from './inputs.ts';
import { intakeGuards } from './intake.ts';
import { limitGuards } from './limits.ts';
import { markingGuards } from './marking.ts';
import type { Mutation } from './mutation.ts';
import { noticeGuards } from './notices.ts';
import { peopleGuards } from './people.ts';
import { previewGuards } from './previews.ts';
import { ruleGuards } from './rules.ts';
import { traceGuards } from './secrets-and-traces.ts';
import { sessionGuards } from './sessions.ts';
import { timeGuards } from './time.ts';

/** Every guard that `npm run test:mutation` takes away. */
export const mutations: readonly Mutation[] = Object.entries({
  ...accessRules,
  ...sessionGuards,
  ...factorGuards,
  ...limitGuards,
  ...inputGuards,
  ...previewGuards,
  ...peopleGuards,
  ...ruleGuards,
  ...markingGuards,
  ...timeGuards,
  ...catalogueGuards,
  ...noticeGuards,
  ...intakeGuards,
  ...exportGuards,
  ...traceGuards,
  ...backupGuards,
  ...attachmentGuards,
  ...anonymisationGuards,
}).map(([guard, change]) => ({ guard, ...change }));
