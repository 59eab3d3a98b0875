import { Link, useRevalidator } from 'react-router';
import { studentMessages } from '#contract/student-messages';
import type { Project } from '#contract/projects/calls';
import { CallError, type Call } from '../../lib/calls/client.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

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

export function NoProject({ reason, backTo }: { reason: 'unknown' | 'malformed'; backTo: string }) {
  const { revalidate } = useRevalidator();
  if (reason === 'malformed') {
    return (
      <ErrorState title="This project could not be shown" onRetry={() => void revalidate()}>
        <p>
          The portal's answer could not be read. Please try again in a moment, or go to{' '}
          <Link to={backTo}>your dashboard</Link>.
        </p>
      </ErrorState>
    );
  }
  return (
    <EmptyState
      title={studentMessages.projectNotFound}
      action={<ButtonLink to={backTo}>Go to your dashboard</ButtonLink>}
    >
      <p>There is no project at this address. Check the link, or go to your dashboard.</p>
    </EmptyState>
  );
}
