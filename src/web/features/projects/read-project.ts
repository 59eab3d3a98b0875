import { messages } from '#contract/messages';
import type { Project } from '#contract/projects';
import type { Call } from '../../lib/client.ts';

/** A project, or why there is none. */
export type ProjectAnswer = { project: Project } | { missing: 'unknown' | 'malformed' };

const listOrEmpty = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);

/**
 * Reads a project, for loaders; the API answers with a list of one, or an empty list for an unknown id.
 * @throws CallError
 */
export async function readProject(call: Call, p_id: string): Promise<ProjectAnswer> {
  const answer: unknown = await call('readProject', { params: { p_id } });
  if (!Array.isArray(answer)) {
    // Specification, section 8.
    console.error(messages.notAnArray);
    return { missing: 'malformed' };
  }
  const project = (answer as Project[])[0];
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
