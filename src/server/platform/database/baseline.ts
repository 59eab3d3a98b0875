export const baselineStep = '0080-baseline';

/** Earlier ways to the same schema. */
const stepsBefore = `
  0001-portal 0002-standings 0003-forums 0004-receipt-key 0005-outbox 0006-writings 0007-uploads
  0008-words-of-sent-mail 0009-standard-names 0010-idempotency-keys 0011-uploads-anywhere 0012-jobs
  0013-operator-texts 0014-batch-counts 0015-schema-range 0016-batch-counts-before 0017-queue-indexes
  0018-refused-mail 0019-built-files 0020-project-ids 0021-comment-counts 0022-comment-counts-before
  0023-confirmed-addresses 0024-own-account 0025-account-limits 0026-mail-of-recipient 0027-sealed-secrets
  0028-second-factors 0029-external-identities 0030-student-progress 0031-student-progress-before
  0032-staff-notes 0033-audit-of-subject 0034-fair-order 0035-notices 0036-announcements 0037-releases
  0038-release-indexes 0039-due-days 0040-former-selections 0041-briefs 0042-rubrics 0043-retired-catalogue
  0044-backups 0045-people 0046-people-before 0047-joining-and-seats 0048-sample-removal 0049-submitted-when
  0050-intake 0051-audit-lines 0052-audit-indexes 0053-anonymisations 0054-file-index 0055-question-words
  0056-question-words-before 0057-references-by-statement 0058-slimmer-audit-indexes 0059-intake-known
  0060-post-formats 0061-question-changes 0062-pending-audit-lines 0063-presences 0064-question-solutions
  0065-anonymous-posts 0066-own-comments 0067-comments-not-deleted 0068-unread-posts
  0069-unread-posts-before 0070-mentions 0071-names-of-batch 0072-attachments 0073-post-reports
  0074-post-interventions 0075-folded-names 0076-folded-names-of-batch 0077-post-html 0078-links-first
`
  .trim()
  .split(/\s+/);

/** Later steps added no table: a start completes them. */
const firstTaken = stepsBefore.indexOf('0074-post-interventions');

export const lastStepBefore = stepsBefore.at(-1);

function isBeforeBaseline(steps: readonly string[]): boolean {
  return steps.length > firstTaken && steps.join() === stepsBefore.slice(0, steps.length).join();
}

/** For backups of the last versions before the baseline. */
export function countAsBaseline<Manifest extends { steps: string[]; tables: { name: string }[] }>(
  manifest: Manifest,
): Manifest {
  if (!isBeforeBaseline(manifest.steps)) return manifest;
  // Would let earlier versions run on the restored database.
  const tables = manifest.tables.filter(({ name }) => name !== 'schema_range');
  return { ...manifest, steps: [baselineStep], tables };
}
