import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { outcomeCalls } from './confirm-outcome.ts';
import { finalMarkCalls } from './final/final-calls.ts';
import { markingHourCalls } from './give-marks.ts';
import { officeHourCalls } from './office-calls.ts';
import { recordCalls } from './record-calls.ts';

export const registerHourRoutes = (server: FastifyInstance, context: AppContext): void =>
  registerDeclared(server, context, [
    ...markingHourCalls,
    ...outcomeCalls,
    ...officeHourCalls,
    ...recordCalls,
    ...finalMarkCalls,
  ]);
