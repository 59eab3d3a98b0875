import type { z } from 'zod';

/** The path to the field (names in quotes, list entries by number), then what it must be. */
export function issueMessage(issue: z.core.$ZodIssue): string {
  const parts = issue.path.map((part) =>
    typeof part === 'number' ? `entry ${part + 1},` : `"${String(part)}"`,
  );
  const way = parts.join(', ').replaceAll(',,', ',');
  return way === '' ? issue.message : `${way} ${issue.message}`;
}
