import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { attendanceCalls } from './day-attendance.ts';
import { dayCalls } from './day-delay.ts';
import { extraCall } from './give-extra.ts';
import { placeCalls } from './place-viva.ts';
import { planCalls } from './plan-calls.ts';
import { messageCalls } from './publish-messages.ts';
import { publishCall } from './publish-vivas.ts';
import { remoteConsentCalls } from './remote-consent.ts';
import { sheetCalls } from './sheet/sheet-calls.ts';

export const registerVivaRoutes = (server: FastifyInstance, context: AppContext): void =>
  registerDeclared(server, context, [
    ...planCalls,
    ...placeCalls,
    ...dayCalls,
    ...attendanceCalls,
    extraCall,
    ...sheetCalls,
    publishCall,
    ...messageCalls,
    ...remoteConsentCalls,
  ]);
