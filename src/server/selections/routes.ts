import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { ownSelectionCalls } from './own-selection.ts';
import { selectionActs } from './select-project.ts';

export const registerSelectionRoutes = (server: FastifyInstance, context: AppContext): void =>
  registerDeclared(server, context, [...ownSelectionCalls, ...selectionActs]);
