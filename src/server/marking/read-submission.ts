import * as calls from '#contract/marking/calls';
import type { DeskSubmission } from '#contract/marking/calls';
import { read } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { presentRubricLine, standingLines } from '../projects/rubrics/queries.ts';
import { rubricOfSubmission } from './mark-rubric.ts';
import { presentPanelMarks, type MarksElsewhere } from './panel-marks.ts';
import { presentLineCount } from './lines/presenter.ts';
import { countLineComments } from './lines/queries.ts';
import { queueRow } from './queue/queue-queries.ts';
import { newestMarksOf, projectOfSubmission, staffStudentById } from './staff-queries.ts';
import { presentOthers } from './recorded/present-record.ts';
import { recordsOf } from './recorded/queries.ts';
import { ownSubmission, type Markable } from './policy.ts';
import { presentReviewedSubmission } from './presenter.ts';
import { presentChosenProject } from '../selections/presenter.ts';
import type { SubmissionBrief } from '#contract/projects/brief-calls';
import type { Reader } from '../platform/database/database.ts';
import { briefOfTask, presentBrief } from '../projects/briefs.ts';
import { readEarlierProject } from '../selections/presenter.ts';

/** With what a mentor needs beside it. */
async function readSubmission(
  { database: { reader } }: Pick<AppContext, 'database'>,
  { id, number, accountId, batchId, task, viewer }: Markable,
  elsewhere: MarksElsewhere,
): Promise<DeskSubmission> {
  const [row] = await queueRow(reader, { submissionId: id });
  const [student] = await staffStudentById(reader, { accountId });
  if (row === undefined || student === undefined) throw new Error(`version ${number} is gone`);
  const newest = await newestMarksOf(reader, { accountId });
  const records = await recordsOf(reader, [accountId]);
  const project = presentChosenProject(student);
  const { projectId } = await rubricOfSubmission(reader, id);
  const [atLines] = await countLineComments(reader, { submissionId: id });
  const of = {
    accountId,
    task,
    batchId,
    submissionId: id,
    isReleased: row.released === 1,
    viewerId: viewer.accountId,
  };
  const lines = projectId === null ? [] : await standingLines(reader, { projectId, task });
  return {
    ...(await presentReviewedSubmission(reader, row, viewer)),
    ...presentLineCount(atLines?.count),
    project,
    ...(lines.length > 0 && { rubric_lines: lines.map(presentRubricLine) }),
    newest: newest.find((one) => one.task === task)?.number ?? number,
    ...presentOthers(task, newest, records),
    ...(await presentPanelMarks(reader, of, elsewhere)),
  };
}

/** Of the project it was made for. */
export async function readSubmissionBrief(reader: Reader, submissionId: number): Promise<SubmissionBrief> {
  const [row] = await projectOfSubmission(reader, { submissionId });
  if (row === undefined) throw new Error(`submission ${submissionId} is gone`);
  const { task, projectId, projectName, earlierProject } = row;
  const earlier = readEarlierProject(earlierProject);
  const standing = projectId === null ? null : { id: projectId, name: projectName ?? projectId };
  const project = earlier === null ? standing : { id: earlier.p_id, name: earlier.p_name };
  const [brief] = project === null ? [] : await briefOfTask(reader, { id: project.id, task });
  return { project, ...presentBrief(task, brief) };
}

export const submissionCalls = (elsewhere: MarksElsewhere) => [
  read(calls.readStaffSubmission, {
    who: ownSubmission,
    run: ({ context, resource }) => readSubmission(context, resource, elsewhere),
  }),
];
