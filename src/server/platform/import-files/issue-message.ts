import type { z } from 'zod';

/** The message of a validation issue: the field's name in quotes, then what it must be. */
export function issueMessage(issue: z.core.$ZodIssue): string {
  const [field, index] = issue.path;
  if (field === undefined) return issue.message;
  return typeof index === 'number'
    ? `"${String(field)}", entry ${index + 1}, ${issue.message}`
    : `"${String(field)}" ${issue.message}`;
}
