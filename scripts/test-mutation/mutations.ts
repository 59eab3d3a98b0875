import { accessRules } from './access-rules.ts';
import { backupGuards } from './backups.ts';
import { factorGuards } from './factors.ts';
import { inputGuards } from './inputs.ts';
import { limitGuards } from './limits.ts';
import type { Mutation } from './mutation.ts';
import { noticeGuards } from './notices.ts';
import { previewGuards } from './previews.ts';
import { ruleGuards } from './rules.ts';
import { traceGuards } from './secrets-and-traces.ts';
import { sessionGuards } from './sessions.ts';

/** Every guard that `npm run test:mutation` takes away. */
export const mutations: readonly Mutation[] = Object.entries({
  ...accessRules,
  ...sessionGuards,
  ...factorGuards,
  ...limitGuards,
  ...inputGuards,
  ...previewGuards,
  ...ruleGuards,
  ...noticeGuards,
  ...traceGuards,
  ...backupGuards,
}).map(([guard, change]) => ({ guard, ...change }));
