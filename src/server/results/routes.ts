import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { freezeCalls } from './freezes/freeze-results.ts';
import { openingCalls } from './freezes/open-result.ts';
import { resultCalls } from './own-result.ts';
import { ruleCalls } from './result-rule.ts';

export const registerResultRoutes = (server: FastifyInstance, context: AppContext): void =>
  registerDeclared(server, context, [...ruleCalls, ...resultCalls, ...freezeCalls, ...openingCalls]);
