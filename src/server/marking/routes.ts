import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { historyCalls } from './list-marked-versions.ts';
import { staffBatchCalls } from './list-staff-batches.ts';
import { markCalls } from './mark-submission.ts';
import { openerCalls } from './open-submissions.ts';
import { phraseCalls } from './phrases.ts';
import { queueCalls } from './queue/list-batch-submissions.ts';
import { distributionCalls } from './read-mark-distribution.ts';
import { submissionCalls } from './read-submission.ts';
import { recordedMarkCalls, type LaterRooms } from './recorded/record-mark-calls.ts';
import { recordReleaseCalls } from './recorded/release-records.ts';
import { unsubmittedCalls } from './recorded/unsubmitted.ts';
import { releaseCalls } from './release/release-marks.ts';
import { openRecordReviewCall } from './recorded/open-record-review.ts';
import { openReviewCall } from './reviews/begin-review.ts';
import { reviewCalls } from './reviews/answer-review.ts';
import { rubricCalls } from './rubric-calls.ts';
import { lineCommentCalls } from './lines/line-comment-calls.ts';
import { commentFirstCalls } from './set-comment-first.ts';
import { shareCalls } from './shares/share-calls.ts';
import { sharedPhraseCalls } from './shared-phrases.ts';
import { sheetCalls } from './sheet/sheet-calls.ts';
import { ownVersionCalls } from './student/list-own-versions.ts';
import { ownMarkCalls } from './student/own-marks.ts';
import { timelineCalls } from './student/timeline.ts';

export function registerMarkingRoutes(server: FastifyInstance, context: AppContext, later: LaterRooms): void {
  registerDeclared(server, context, [
    ...staffBatchCalls,
    ...queueCalls,
    ...submissionCalls(later),
    ...openerCalls,
    ...historyCalls,
    ...distributionCalls,
    ...markCalls,
    ...lineCommentCalls,
    ...recordedMarkCalls(later),
    ...recordReleaseCalls,
    ...unsubmittedCalls,
    ...sheetCalls,
    ...releaseCalls,
    ...reviewCalls(later.afterReview),
    openReviewCall,
    openRecordReviewCall,
    ...commentFirstCalls,
    ...rubricCalls,
    ...phraseCalls,
    ...sharedPhraseCalls,
    ...shareCalls,
    ...timelineCalls(later),
    ...ownVersionCalls,
    ...ownMarkCalls,
  ]);
}
