import type { FastifyInstance } from 'fastify';
import { readSubmissionBrief as briefCall } from '#contract/projects/brief-calls';
import { read, registerDeclared } from '../accounts/sessions/act.ts';
import { ownSubmission } from '../marking/policy.ts';
import { readSubmissionBrief } from '../marking/read-submission.ts';
import type { AppContext } from '../platform/context.ts';
import { briefChange } from '../projects/briefs.ts';
import { calendarCalls } from './calendar/calendar-calls.ts';
import { mentoredBatchCalls } from './mentored-batches.ts';
import { countTaskStates } from './count-task-states.ts';
import { progressExportCall } from './export-batch-progress.ts';
import { batchProgressCall, type ReadResults } from './list-batch-progress.ts';
import { noteCalls } from './staff-notes.ts';
import { staffStudentCalls } from './staff-students.ts';
import { tellOfBrief } from './tell-students.ts';
import { extensionAnswerCalls } from './time/answer-extension.ts';
import { askExtensionCall } from './time/ask-extension.ts';
import { batchDateCalls } from './time/batch-dates.ts';
import { choiceCalls } from './time/change-choice.ts';
import { extendDueDate } from './time/extend-due-date.ts';
import { outageCalls } from './time/grant-outage.ts';
import { studentTimeCall } from './time/student-time.ts';
import type { VivaHours } from './time/viva-hours.ts';
import { vivaTimeCall } from './time/viva-times.ts';

/** @param readResults results of listed students @param vivaHours requests for another time of a viva */
export const registerProgressRoutes = (
  server: FastifyInstance,
  context: AppContext,
  readResults: ReadResults,
  vivaHours: VivaHours,
): void =>
  registerDeclared(server, context, [
    ...calendarCalls,
    ...batchDateCalls,
    ...outageCalls,
    briefChange(tellOfBrief),
    read(briefCall, {
      who: ownSubmission,
      run: ({ context: { database }, resource }) => readSubmissionBrief(database.reader, resource.id),
    }),
    studentTimeCall,
    vivaTimeCall(vivaHours),
    extendDueDate(vivaHours),
    askExtensionCall(vivaHours),
    ...extensionAnswerCalls(vivaHours),
    ...choiceCalls(vivaHours),
    batchProgressCall(readResults),
    progressExportCall(readResults),
    countTaskStates,
    ...staffStudentCalls,
    ...noteCalls,
    ...mentoredBatchCalls,
  ]);
