import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { sheetExportCalls } from './freezes/export-sheet.ts';
import { freezeCalls } from './freezes/freeze-results.ts';
import { openingCalls } from './freezes/open-result.ts';
import { headingCalls } from './freezes/sheet-headings.ts';
import { resultCalls } from './own-result.ts';
import { remindCall } from './remind-unfinished.ts';
import { ruleCalls } from './result-rule.ts';
import { unfinishedCalls } from './unfinished.ts';

const calls = [
  ...ruleCalls,
  ...resultCalls,
  ...unfinishedCalls,
  remindCall,
  ...freezeCalls,
  ...sheetExportCalls,
  ...headingCalls,
  ...openingCalls,
];

export const registerResultRoutes = (server: FastifyInstance, context: AppContext): void =>
  registerDeclared(server, context, calls);
