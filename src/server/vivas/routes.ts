import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { extraCall } from './give-extra.ts';
import { placeCalls } from './place-viva.ts';
import { planCalls } from './plan-calls.ts';
import { sheetCalls } from './sheet/sheet-calls.ts';
import { publishCall } from './publish-vivas.ts';

export const registerVivaRoutes = (server: FastifyInstance, context: AppContext): void =>
  registerDeclared(server, context, [...planCalls, ...placeCalls, extraCall, ...sheetCalls, publishCall]);
