import { isoInstant } from '#contract/dates';
import { beginningOf } from '#contract/excerpt';
import { limits } from '#contract/limits';
import type { ListedReceipt, Receipt } from '#contract/submissions/calls';
import { readEarlierProject } from '../selections/presenter.ts';
import { extendedSince, readExtensions } from './due-dates.ts';
import type { ReceiptRow } from './queries.ts';

export function presentReceipt(row: ReceiptRow): Receipt {
  return {
    number: row.number,
    task: row.task,
    version: row.version,
    submitted_at: isoInstant(row.submitted_at),
    late: row.late === 1,
    links: row.links,
    comments: row.comments,
    file:
      row.file_id === null
        ? null
        : {
            id: row.file_id,
            name: row.file_name as string,
            bytes: row.file_bytes as number,
            sha256: row.file_sha256 as string,
          },
    ...(row.due_at === null ? {} : { due_at: isoInstant(row.due_at) }),
    ...(row.declared &&
      row.ai_use && {
        declaration: {
          statement: row.declared,
          ai_use: row.ai_use,
          ...(row.ai_text !== null && { ai_text: row.ai_text }),
        },
      }),
  };
}

/** Long texts are cut. */
export function presentListedReceipt(row: ReceiptRow): ListedReceipt {
  const receipt: ListedReceipt = { ...presentReceipt(row), ...(row.declared === '' && { undeclared: true }) };
  const links = beginningOf(row.links, limits.listedText);
  const comments = beginningOf(row.comments, limits.listedText);
  if (links === row.links && comments === row.comments) return receipt;
  return { ...receipt, links, comments, shortened: true };
}

type DueRow = Pick<ReceiptRow, 'task' | 'submitted_at' | 'due_at'> & { extensions: string | null };
/** What happened since: extensions, and another choice. */
type Since = { extensions: string | null; earlierProject: string | null };

/** An extension since submission. */
export function presentExtended(row: DueRow): Pick<ListedReceipt, 'extended'> {
  const extended = extendedSince(row, readExtensions(row.extensions));
  if (extended === null) return {};
  return { extended: { due_at: isoInstant(extended.due_at), granted_at: isoInstant(extended.granted_at) } };
}

/** An extension, or another choice, since submission. */
export function presentSince(row: DueRow & Since): Pick<ListedReceipt, 'extended' | 'made_for'> {
  const project = readEarlierProject(row.earlierProject);
  return { ...presentExtended(row), ...(project !== null && { made_for: project }) };
}

export function presentVersion(row: ReceiptRow & Since): ListedReceipt {
  return { ...presentListedReceipt(row), ...presentSince(row) };
}
