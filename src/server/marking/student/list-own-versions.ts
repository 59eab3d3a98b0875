import { limits } from '#contract/limits';
import * as calls from '#contract/submissions/calls';
import type { ListedReceipt } from '#contract/submissions/calls';
import { selfOrMentor } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import { writePage, type SerializedJson } from '../../platform/http/serialized-json.ts';
import { idOfCursor, type Page } from '../../submissions/list-submissions.ts';
import { presentVersion } from '../../submissions/presenter.ts';
import { commentsHtml } from '../mark-presenter.ts';
import { presentLineCount } from '../lines/presenter.ts';
import { versionsBefore, type VersionRow } from './queries.ts';

/** Newest first, as the page's bytes allow. @throws 400 for a `before` that is no receipt of this student */
async function listSubmissions(
  context: Pick<AppContext, 'database'>,
  accountId: number,
  { limit = limits.pageSize, before }: Page,
): Promise<SerializedJson<ListedReceipt[]>> {
  const beforeId = await idOfCursor(context, before, (receipt) => receipt.accountId === accountId);
  const rows = await versionsBefore(context.database.reader, { accountId, beforeId, limit });
  return writePage(rows, presentOwnVersion);
}

/** A student's own; also the released mark of an earlier project, which the timeline does not have. */
function presentOwnVersion(row: VersionRow): ListedReceipt {
  const { marks, markComments, markFormat, markHtml } = row;
  const version = { ...presentVersion(row), ...presentLineCount(row.lineComments) };
  if (version.made_for === undefined || marks === null) return version;
  const comments = commentsHtml(markFormat, markComments, markHtml);
  return { ...version, earlier_mark: { marks, comments: markComments ?? '', ...comments } };
}

export const ownVersionCalls = [
  read(calls.listSubmissions, {
    who: selfOrMentor,
    run: ({ context, resource, query }) => listSubmissions(context, resource.accountId, query),
  }),
];
