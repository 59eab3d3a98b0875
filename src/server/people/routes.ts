import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { bulkActionCalls } from './bulk-actions.ts';
import { correctionCalls } from './correct-person.ts';
import { expectedCalls } from './expected/imported-person.ts';
import { addPersonCall } from './imports/add-person.ts';
import { readCalls } from './read-people.ts';
import { staffCalls } from './staff/staff-members.ts';

export function registerPeopleRoutes(server: FastifyInstance, context: AppContext): void {
  registerDeclared(server, context, [
    ...readCalls,
    ...expectedCalls,
    ...correctionCalls,
    ...bulkActionCalls,
    ...staffCalls,
    addPersonCall,
  ]);
}
