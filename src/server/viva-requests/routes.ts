import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { absenceCalls } from './absence.ts';
import { ownVivaRequestCalls } from './own-request.ts';

export const registerVivaRequestRoutes = (server: FastifyInstance, context: AppContext): void =>
  registerDeclared(server, context, [...ownVivaRequestCalls, ...absenceCalls]);
