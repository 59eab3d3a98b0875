import type { Project } from '#contract/projects/calls';
import { CallError, type Call } from '../../lib/calls/client.ts';

export type ProjectAnswer = { project: Project } | { missing: 'unknown' | 'malformed' };

const listOrEmpty = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);

/** For loaders; the API answers with a list of one, or an empty list for an unknown id. @throws CallError */
export async function readProject(call: Call, p_id: string): Promise<ProjectAnswer> {
  const answer = await call('readProject', { params: { p_id } }).catch((error: unknown) => {
    if (error instanceof CallError && error.code === 'not_a_list') return null;
    throw error;
  });
  if (answer === null) return { missing: 'malformed' };
  const project = answer[0];
  if (project === undefined) return { missing: 'unknown' };
  return {
    project: {
      ...project,
      overview: listOrEmpty(project.overview),
      prerequisiteKnowledge: listOrEmpty(project.prerequisiteKnowledge),
      jobOpportunities: listOrEmpty(project.jobOpportunities),
    },
  };
}
