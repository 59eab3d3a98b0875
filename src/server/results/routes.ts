import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { remindCall } from './remind-unfinished.ts';
import { unfinishedCalls } from './unfinished.ts';

export const registerResultRoutes = (server: FastifyInstance, context: AppContext): void =>
  registerDeclared(server, context, [...unfinishedCalls, remindCall]);
