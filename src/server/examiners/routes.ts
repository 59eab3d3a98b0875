import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { inviteExaminerCall } from './invite-examiner.ts';
import { ownVivaCalls } from './own-vivas.ts';
import { removeExaminerCalls } from './remove-examiner.ts';

export const registerExaminerRoutes = (server: FastifyInstance, context: AppContext): void =>
  registerDeclared(server, context, [inviteExaminerCall, ...removeExaminerCalls, ...ownVivaCalls]);
