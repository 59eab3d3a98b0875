import type { SubmissionBrief } from '#contract/projects/brief-calls';
import type { Reader } from '../platform/database/database.ts';
import { briefOfTask, presentBrief } from '../projects/briefs.ts';
import { readEarlierProject } from '../selections/queries.ts';
import { projectOfSubmission } from '../submissions/staff-queries.ts';

/** The brief of the project a submission was made for. */
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
