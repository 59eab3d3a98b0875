import type { Task } from '#contract/dates';

export function rubricAddress(projectId: string, task: Task): string {
  return `/staff/projects/${encodeURIComponent(projectId)}/rubric?${new URLSearchParams({ task })}`;
}
